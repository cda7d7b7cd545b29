/** Replaces what only emotion's `withTheme` uses, because nothing here calls that. The original is CommonJS, so the build would keep it. */
export default function noStatics() {
  throw new Error('The console does not use withTheme.')
}
