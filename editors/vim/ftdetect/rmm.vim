" Written by `npm run grammars`; do not edit.
autocmd BufRead,BufNewFile *.rmm setfiletype rmm
