" Written by `npm run grammars`; do not edit.
autocmd BufRead,BufNewFile *.cub setfiletype cubicle
