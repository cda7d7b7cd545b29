/** A group of guides in the navigation. @typedef {{ title: string, guides: { text: string, to: string }[] }} Group */

/**
 * The page of a guide, without scripts and styles of its own, as the content security policy asks. Its links are relative, so it works
 * wherever the console is served.
 * @param {{ title: string, html: string, parts: { id: string, text: string }[], file: string, groups: Group[] }} guide
 */
export const pageOf = ({ title, html, parts, file, groups }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${file === 'index.html' ? title : `${title} – Documentation`}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="guide.css" />
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="bar">
      <button type="button" popovertarget="guides">Guides</button>
      <a class="home" href="index.html">Documentation</a>
      <a href="../">Console</a>
    </header>
    <div class="page">
      <nav class="guides" id="guides" popover aria-label="Guides">
${groups.map((group, at) => groupOf(group, at, file)).join('\n')}
      </nav>
      <main id="content" tabindex="-1">
${parts.length > 1 ? html.replace('</h1>', `</h1>\n<details class="parts"><summary>On this page</summary>${partsOf(parts)}</details>`) : html}
        <footer><a href="licences.txt">Licences of third parties</a></footer>
      </main>
      ${parts.length > 1 ? `<aside class="parts"><p class="group">On this page</p>${partsOf(parts)}</aside>` : ''}
    </div>
  </body>
</html>
`

/** @param {Group} group @param {number} at @param {string} file */
const groupOf = ({ title, guides }, at, file) => `        <p class="group" id="group-${at}">${title}</p>
        <ul aria-labelledby="group-${at}">
${guides.map(({ text, to }) => `          <li><a href="${to}"${to === file ? ' aria-current="page"' : ''}>${text}</a></li>`).join('\n')}
        </ul>`

/** @param {{ id: string, text: string }[]} parts */
const partsOf = (parts) =>
  `<nav aria-label="On this page"><ul>${parts.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul></nav>`
