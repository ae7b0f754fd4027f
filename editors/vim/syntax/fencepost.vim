" Fencepost program. Written by `npm run grammars`; do not edit.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_
syntax case match

syntax match fencepostOperator /[<>|&=!.+*\/%?@\^~-]/
syntax match fencepostNumber /\<\d\+\>/
syntax match fencepostLabel /\%(^\|[{;]\)\s*\zs\h\w*\ze\s*:=\@!/
syntax match fencepostLabel /\%(@\s*\)\@<=\h\w*/
syntax match fencepostLabel /\%(\<goto\s\+\)\@<=\h\w*/
syntax match fencepostDefinition /\%(\<\%(thread\|proc\|type\|record\)\s\+\)\@<=\h\w*/
syntax match fencepostDefinition /\%(\<\%(never\|invariant\|ltl\)\s\+\)\@<=\h\w*\ze\s*:/
syntax keyword fencepostInstruction load_acquire store_release store fence atomic cas swap fetch_add
syntax keyword fencepostProperty count never invariant lemma ltl predicates assume assert
syntax keyword fencepostType u8 u16 u32 i8 i16 i32 int bool
syntax keyword fencepostControl in if else while loop await goto choose or break continue skip for switch case
syntax keyword fencepostControl default return
syntax keyword fencepostDeclaration include const type shared thread local proc record ghost
syntax keyword fencepostConstant true false any self
syntax match fencepostComment /\/\/.*$/ contains=@Spell
syntax region fencepostComment start=/\/\*/ end=/\*\// contains=@Spell keepend extend
syntax sync fromstart

highlight default link fencepostDeclaration StorageClass
highlight default link fencepostControl Statement
highlight default link fencepostInstruction Function
highlight default link fencepostType Type
highlight default link fencepostProperty PreProc
highlight default link fencepostConstant Boolean
highlight default link fencepostComment Comment
highlight default link fencepostNumber Number
highlight default link fencepostOperator Operator
highlight default link fencepostLabel Label
highlight default link fencepostDefinition Identifier

let b:current_syntax = 'fencepost'
