/**
 * The page of the panel: everything is in it, and its policy lets nothing else in. Scripts and style sheets run by a number
 * that is used once; the run itself comes by message. Style attributes are allowed, since they can load nothing here.
 */
import { randomBytes } from 'node:crypto';

export interface PanelParts {
  readonly script: string;
  readonly style: string;
}

export function panelPage({ script, style }: PanelParts, nonce = randomBytes(16).toString('base64')): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src-elem 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fencepost</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<div id="notice" role="status"></div>
<div id="panel"></div>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}
