/**
 * A report as one HTML file that needs nothing else: no network, no other file. The policy in its head forbids both, whatever the
 * text of a model tries. The data lie in it as JSON, in which nothing can end the element.
 */
import { script, style } from 'fencepost:viewer';
import { escaped, htmlOf } from '../view/element.js';
import type { JsonPage } from './data.js';
import { reportView } from './document.js';
import { graphOf } from './explorer-data.js';

/** Characters; a picture that would make the page longer is left out. */
const MOST_CHARACTERS = 290_000;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

export function renderPage(page: JsonPage): string {
  const withPicture = frame(page, true);
  return withPicture.length <= MOST_CHARACTERS || graphOf(page) === null ? withPicture : frame(page, false);
}

function frame(page: JsonPage, picture: boolean): string {
  const { answer, made } = page;
  const data = JSON.stringify(page).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en" class="plain">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${escaped(made)}">
<title>${escaped(`${answer.file}: ${page.headline}`)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div class="bar"><span class="brand">Fencepost</span><button type="button" class="theme" hidden>Dark</button></div>
${htmlOf(reportView(page, picture))}
<footer>Made by ${escaped(made)}. The page needs no network.</footer>
<script type="application/json" id="data">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}
