" Written by `npm run grammars`; do not edit.
autocmd BufRead,BufNewFile *.fp setfiletype fencepost
