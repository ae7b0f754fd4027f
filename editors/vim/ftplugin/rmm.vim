" Written by `npm run grammars`; do not edit.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=/*\ %s\ */
setlocal expandtab shiftwidth=2 softtabstop=2
let b:undo_ftplugin = 'setlocal commentstring< expandtab< shiftwidth< softtabstop<'
