" Cubicle array system. Written by `npm run grammars`; do not edit.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_
syntax case match

syntax match cubicleOperator /[+*=><:|&?@-]/
syntax match cubicleNumber /-\=\<\d\+\%(\.\d*\)\=/
syntax match cubicleConstant /#[1-9]\d*/
syntax match cubicleDefinition /\%(\<\%(transition\|predicate\|type\)\s\+\)\@<=\a\w*/
syntax keyword cubicleType int real bool proc
syntax keyword cubicleConstant True False true false
syntax keyword cubicleDeclaration type init transition array var const predicate weak number_procs
syntax keyword cubicleProperty unsafe invariant lemma
syntax keyword cubicleControl requires case if then else let in not forall exists forall_other exists_other
syntax keyword cubicleInstruction fence
syntax region cubicleComment start=/(\*/ end=/\*)/ contains=cubicleComment,@Spell
syntax sync fromstart

highlight default link cubicleDeclaration StorageClass
highlight default link cubicleControl Statement
highlight default link cubicleInstruction Function
highlight default link cubicleType Type
highlight default link cubicleProperty PreProc
highlight default link cubicleConstant Boolean
highlight default link cubicleComment Comment
highlight default link cubicleNumber Number
highlight default link cubicleOperator Operator
highlight default link cubicleDefinition Identifier

let b:current_syntax = 'cubicle'
