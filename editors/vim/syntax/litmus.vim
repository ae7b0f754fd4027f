" Litmus test. Written by `npm run grammars`; do not edit.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_
syntax case match

syntax match litmusOperator /[\/\\=>!<~*&-]/
syntax match litmusNumber /\$\=-\=\<\%(0[xX]\x\+\|\d\+\)\>/
syntax match litmusRegister /%\a\w*/
syntax match litmusRegister /:\s*\zs\h\w*/
syntax match litmusDefinition /\<P\d\+\>/
syntax match litmusLabel /\%(^\|[|;]\)\s*\zs\h\w*\ze\s*:/
syntax match litmusString /^\s*\%(\h[a-zA-Z0-9_\/.-]*\)\s*=.*$/
syntax match litmusDefinition /\%1lX86\%(_64\)\=\s\+\zs\S\+/
syntax keyword litmusInstruction lock LOCK mov MOV movb MOVB movw MOVW movl MOVL movq MOVQ add ADD xor XOR or
syntax keyword litmusInstruction OR AND sub SUB cmp CMP test TEST inc INC dec DEC NOT neg NEG setnb SETNB xchg
syntax keyword litmusInstruction XCHG xadd XADD lea LEA pause PAUSE cmpxchg CMPXCHG cmovc CMOVC mfence MFENCE
syntax keyword litmusInstruction sfence SFENCE lfence LFENCE addb ADDB addw ADDW addl ADDL addq ADDQ xorb XORB
syntax keyword litmusInstruction xorw XORW xorl XORL xorq XORQ orb ORB orw ORW orl ORL orq ORQ andb ANDB andw
syntax keyword litmusInstruction ANDW andl ANDL andq ANDQ subb SUBB subw SUBW subl SUBL subq SUBQ cmpb CMPB
syntax keyword litmusInstruction cmpw CMPW cmpl CMPL cmpq CMPQ testb TESTB testw TESTW testl TESTL testq TESTQ
syntax keyword litmusInstruction incb INCB incw INCW incl INCL incq INCQ decb DECB decw DECW decl DECL decq
syntax keyword litmusInstruction DECQ notb NOTB notw NOTW notl NOTL notq NOTQ negb NEGB negw NEGW negl NEGL
syntax keyword litmusInstruction negq NEGQ xchgb XCHGB xchgw XCHGW xchgl XCHGL xchgq XCHGQ xaddb XADDB xaddw
syntax keyword litmusInstruction XADDW xaddl XADDL xaddq XADDQ leal LEAL leaq LEAQ cmpxchgb CMPXCHGB cmpxchgw
syntax keyword litmusInstruction CMPXCHGW cmpxchgl CMPXCHGL cmpxchgq CMPXCHGQ cmovcb CMOVCB cmovcw CMOVCW
syntax keyword litmusInstruction cmovcl CMOVCL cmovcq CMOVCQ shl SHL shlb SHLB shlw SHLW shll SHLL shlq SHLQ
syntax keyword litmusInstruction movnti MOVNTI movntil MOVNTIL movntiq MOVNTIQ endbr64 ENDBR64 nop NOP nopl
syntax keyword litmusInstruction NOPL nopw NOPW clflush CLFLUSH clflushopt CLFLUSHOPT
syntax keyword litmusControl and not jmp JMP je JE jne JNE jle JLE jlt JLT jge JGE jgt JGT js JS jns JNS ret
syntax keyword litmusControl RET
syntax keyword litmusProperty Observed exists forall final observed locations filter with
syntax keyword litmusConstant true false
syntax region litmusString start=/"/ end=/"/
syntax match litmusComment /#.*$/ contains=@Spell
syntax region litmusComment start=/(\*/ end=/\*)/ contains=litmusComment,@Spell
syntax sync fromstart

highlight default link litmusControl Statement
highlight default link litmusInstruction Function
highlight default link litmusProperty PreProc
highlight default link litmusConstant Boolean
highlight default link litmusComment Comment
highlight default link litmusNumber Number
highlight default link litmusString String
highlight default link litmusOperator Operator
highlight default link litmusLabel Label
highlight default link litmusDefinition Identifier
highlight default link litmusRegister Identifier

let b:current_syntax = 'litmus'
