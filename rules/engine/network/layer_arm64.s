#include "go_asm.h"
#include "textflag.h"

// Eight numbers of the layer are in each of V0 to V23.

#define SIXFOLD(OP) \
	OP(V0, V1, V2, V3) \
	OP(V4, V5, V6, V7) \
	OP(V8, V9, V10, V11) \
	OP(V12, V13, V14, V15) \
	OP(V16, V17, V18, V19) \
	OP(V20, V21, V22, V23)

#define LOAD(a, b, c, d) \
	VLD1.P 64(R4), [a.H8, b.H8, c.H8, d.H8];

#define STORE(a, b, c, d) \
	VST1.P [a.H8, b.H8, c.H8, d.H8], 64(R4);

#define ADD4(a, b, c, d) \
	VLD1.P 64(R8), [V24.H8, V25.H8, V26.H8, V27.H8]; \
	VADD   V24.H8, a.H8, a.H8; \
	VADD   V25.H8, b.H8, b.H8; \
	VADD   V26.H8, c.H8, c.H8; \
	VADD   V27.H8, d.H8, d.H8;

#define SUBTRACT4(a, b, c, d) \
	VLD1.P 64(R8), [V24.H8, V25.H8, V26.H8, V27.H8]; \
	VSUB   V24.H8, a.H8, a.H8; \
	VSUB   V25.H8, b.H8, b.H8; \
	VSUB   V26.H8, c.H8, c.H8; \
	VSUB   V27.H8, d.H8, d.H8;

// func wideSums(rows *[inputsN]numbers, sums, all *numbers, v *view)
TEXT ·wideSums(SB), NOSPLIT, $0-32
	MOVD rows+0(FP), R0
	MOVD sums+8(FP), R1
	MOVD all+16(FP), R2
	MOVD v+24(FP), R3
	MOVD $(2*const_hiddenN), R9
	MOVD R1, R4
	SIXFOLD(LOAD)
	MOVHU view_changes(R3), R5
	CBZ   R5, others
	ADD   $view_off, R3, R6
	ADD   $view_on, R3, R7

change:
	MOVHU.P 2(R6), R8
	MADD    R9, R0, R8, R8
	SIXFOLD(SUBTRACT4)
	MOVHU.P 2(R7), R8
	MADD    R9, R0, R8, R8
	SIXFOLD(ADD4)
	SUB     $1, R5
	CBNZ    R5, change
	MOVD    R1, R4
	SIXFOLD(STORE)

others:
	MOVHU view_others(R3), R5
	CBZ   R5, done
	ADD   $view_othersOn, R3, R6

other:
	MOVHU.P 2(R6), R8
	MADD    R9, R0, R8, R8
	SIXFOLD(ADD4)
	SUB     $1, R5
	CBNZ    R5, other

done:
	MOVD R2, R4
	SIXFOLD(STORE)
	RET
