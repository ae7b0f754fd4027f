" Memorax program. Written by `npm run grammars`; do not edit.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_
syntax case match

syntax match rmmOperator /[:=|&!<>*+@-]/
syntax match rmmNumber /\<\d\+\>/
syntax match rmmRegister /\$\w\+/
syntax match rmmLabel /\%(^\|[{;]\)\s*\zs\h\w*\ze\s*:=\@!/
syntax match rmmLabel /\%(\<goto\s\+\)\@<=\h\w*/
syntax match rmmDefinition /\%(\<macro\s\+\)\@<=\h\w*/
syntax keyword rmmType Z
syntax keyword rmmDeclaration process data registers text macro endmacro
syntax keyword rmmProperty forbidden predicates assume
syntax keyword rmmControl if then else while do goto either or not
syntax keyword rmmInstruction read write syncwr syncrd fence ssfence llfence locked slocked cas nop
syntax keyword rmmConstant true false my me other
syntax region rmmComment start=/\/\*/ end=/\*\// contains=@Spell keepend extend
syntax sync fromstart

highlight default link rmmDeclaration StorageClass
highlight default link rmmControl Statement
highlight default link rmmInstruction Function
highlight default link rmmType Type
highlight default link rmmProperty PreProc
highlight default link rmmConstant Boolean
highlight default link rmmComment Comment
highlight default link rmmNumber Number
highlight default link rmmOperator Operator
highlight default link rmmLabel Label
highlight default link rmmDefinition Identifier
highlight default link rmmRegister Identifier

let b:current_syntax = 'rmm'
