" DVE model. Written by `npm run grammars`; do not edit.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_,$,#
syntax case match

syntax match dveOperator /[>|&=!<?+*\/%\^~-]/
syntax match dveNumber /\<\d\+\>/
syntax match dveDefinition /\%(\<process\s\+\)\@<=\h\w*/
syntax keyword dveDeclaration const channel process state init accept commit trans system
syntax keyword dveType byte int
syntax keyword dveProperty assert property buchi genbuchi muller rabin streett
syntax keyword dveControl guard sync effect async and or not imply
syntax keyword dveConstant true false
syntax match dveComment /\/\/.*$/ contains=@Spell
syntax region dveComment start=/\/\*/ end=/\*\// contains=@Spell keepend extend
syntax sync fromstart

highlight default link dveDeclaration StorageClass
highlight default link dveControl Statement
highlight default link dveType Type
highlight default link dveProperty PreProc
highlight default link dveConstant Boolean
highlight default link dveComment Comment
highlight default link dveNumber Number
highlight default link dveOperator Operator
highlight default link dveDefinition Identifier

let b:current_syntax = 'dve'
