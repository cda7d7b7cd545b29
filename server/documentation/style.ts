/** Style of the documentation page, light and dark, for screens from 320 px. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d7dce1, #3a4048); --soft: light-dark(#f5f6f8, #1b1f24);
  --text: light-dark(#1c2126, #e6e9ec); --quiet: light-dark(#59636d, #a5aeb8); --link: light-dark(#0b57d0, #8ab4f8);
  --back: light-dark(#fff, #121519); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--text); background: var(--back);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: .5rem 0; font-size: 1.6rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
h3, h4 { margin: 1rem 0 .25rem; font-size: 1rem; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere; }
small, .what { color: var(--quiet); }
details, article { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .75rem .5rem; }
details:not([open]) { padding-bottom: 0; }
summary { cursor: pointer; margin: 0 -.75rem; padding: .6rem .75rem; background: var(--soft); border-radius: 6px; }
.what { display: block; }
.method { display: inline-block; min-width: 4rem; padding: 0 .4rem; border-radius: 4px; text-align: center;
  font: bold .75rem/1.6 ui-monospace, monospace; color: #fff; background: #455a64; }
.get { background: #0b57d0; } .post { background: #1b6e3c; } .put { background: #8a5300; } .delete { background: #b3261e; }
.token { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; }
.scroll, pre { overflow-x: auto; }
pre { margin: .5rem 0; padding: .5rem .75rem; border-radius: 4px; background: var(--soft); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
td:first-child { min-width: 9rem; }
dl { display: grid; grid-template-columns: 3rem 1fr; gap: .2rem .5rem; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
`
