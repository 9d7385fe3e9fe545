#include "go_asm.h"
#include "textflag.h"

// Sixteen numbers of the layer are in each of Y0 to Y11.

#define ALL(OP) \
	OP(0, Y0) \
	OP(1, Y1) \
	OP(2, Y2) \
	OP(3, Y3) \
	OP(4, Y4) \
	OP(5, Y5) \
	OP(6, Y6) \
	OP(7, Y7) \
	OP(8, Y8) \
	OP(9, Y9) \
	OP(10, Y10) \
	OP(11, Y11)

#define LOAD(i, y) VMOVDQU (32*i)(DX), y;
#define STORE(i, y) VMOVDQU y, (32*i)(DX);
#define ADD(i, y) VPADDW (32*i)(SI)(AX*1), y, y;
#define SUBTRACT(i, y) VPSUBW (32*i)(SI)(AX*1), y, y;

// WEIGH clips the numbers between 0 and 1, squares them, and adds up pairs of them times their weights.
#define WEIGH(i, y) \
	VPMAXSW  Y12, y, y; \
	VPMINSW  Y13, y, y; \
	VPMULLW  y, y, y; \
	VPSRLW   $1, y, y; \
	VPMADDWD (32*i)(BX), y, y;

DATA one<>+0(SB)/2, $const_unit
GLOBL one<>(SB), RODATA|NOPTR, $2

// func wideLayer(rows *[inputsN]numbers, sums *numbers, v *view, weights *numbers) int32
TEXT ·wideLayer(SB), NOSPLIT, $0-36
	MOVQ rows+0(FP), SI
	MOVQ sums+8(FP), DX
	MOVQ v+16(FP), DI
	MOVQ weights+24(FP), BX
	ALL(LOAD)
	MOVWLZX view_changes(DI), CX
	TESTQ   CX, CX
	JEQ     others
	XORQ    R8, R8

change:
	MOVWLZX view_off(DI)(R8*2), AX
	IMUL3Q  $(2*const_hiddenN), AX, AX
	ALL(SUBTRACT)
	MOVWLZX view_on(DI)(R8*2), AX
	IMUL3Q  $(2*const_hiddenN), AX, AX
	ALL(ADD)
	INCQ R8
	CMPQ R8, CX
	JNE  change
	ALL(STORE)

others:
	MOVWLZX view_others(DI), CX
	TESTQ   CX, CX
	JEQ     output
	XORQ    R8, R8

other:
	MOVWLZX view_othersOn(DI)(R8*2), AX
	IMUL3Q  $(2*const_hiddenN), AX, AX
	ALL(ADD)
	INCQ R8
	CMPQ R8, CX
	JNE  other

output:
	VPXOR        Y12, Y12, Y12
	VPBROADCASTW one<>(SB), Y13
	ALL(WEIGH)
	VPADDD       Y1, Y0, Y0
	VPADDD       Y3, Y2, Y2
	VPADDD       Y5, Y4, Y4
	VPADDD       Y7, Y6, Y6
	VPADDD       Y9, Y8, Y8
	VPADDD       Y11, Y10, Y10
	VPADDD       Y2, Y0, Y0
	VPADDD       Y6, Y4, Y4
	VPADDD       Y10, Y8, Y8
	VPADDD       Y4, Y0, Y0
	VPADDD       Y8, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4e, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xb1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	VZEROUPPER
	MOVL         AX, ret+32(FP)
	RET
