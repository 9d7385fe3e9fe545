#include "textflag.h"

// Each of X0 to X4 holds eight numbers of the layer.

#define WORDS(row, i) \
	MOVOU (0*16)(row)(i*1), X5 \
	MOVOU (1*16)(row)(i*1), X6 \
	MOVOU (2*16)(row)(i*1), X7 \
	MOVOU (3*16)(row)(i*1), X8 \
	MOVOU (4*16)(row)(i*1), X9

#define EACH(op, x) \
	op x, X0 \
	op x, X1 \
	op x, X2 \
	op x, X3 \
	op x, X4

#define BOTH(op) \
	op X5, X0 \
	op X6, X1 \
	op X7, X2 \
	op X8, X3 \
	op X9, X4

DATA units<>+0(SB)/8, $0x00ff00ff00ff00ff
DATA units<>+8(SB)/8, $0x00ff00ff00ff00ff
GLOBL units<>(SB), RODATA|NOPTR, $16

// func layer(rows *[inputsN]numbers, start *numbers, v *view, weights *numbers) int32
TEXT ·layer(SB), NOSPLIT, $0-36
	MOVQ rows+0(FP), SI
	MOVQ start+8(FP), DX
	MOVQ v+16(FP), DI
	MOVQ weights+24(FP), BX
	MOVOU (0*16)(DX), X0
	MOVOU (1*16)(DX), X1
	MOVOU (2*16)(DX), X2
	MOVOU (3*16)(DX), X3
	MOVOU (4*16)(DX), X4
	MOVQ $17, CX // viewSize

sum:
	MOVWLZX (DI), AX
	IMUL3Q $80, AX, AX // the size of numbers
	WORDS(SI, AX)
	BOTH(PADDW)
	ADDQ $2, DI
	DECQ CX
	JNZ  sum

	PXOR   X10, X10
	MOVOU  units<>(SB), X11
	EACH(PMAXSW, X10)
	EACH(PMINSW, X11)
	PMULLW X0, X0
	PMULLW X1, X1
	PMULLW X2, X2
	PMULLW X3, X3
	PMULLW X4, X4
	PSRLW  $1, X0
	PSRLW  $1, X1
	PSRLW  $1, X2
	PSRLW  $1, X3
	PSRLW  $1, X4
	XORQ   AX, AX
	WORDS(BX, AX)
	BOTH(PMADDWL)
	PADDL  X1, X0
	PADDL  X3, X2
	PADDL  X4, X0
	PADDL  X2, X0
	PSHUFD $0x4e, X0, X1
	PADDL  X1, X0
	PSHUFD $0xb1, X0, X1
	PADDL  X1, X0
	MOVL   X0, ret+32(FP)
	RET
