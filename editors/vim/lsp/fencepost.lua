-- Written by `npm run grammars`; do not edit. In init.lua: vim.lsp.enable("fencepost")
return {
  cmd = { 'fencepost', 'lsp' },
  filetypes = { 'fencepost', 'cubicle', 'litmus', 'dve', 'rmm' },
  root_markers = { '.git' },
}
