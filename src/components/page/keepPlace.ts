/** Where the keyboard goes on when what opened a dialog went with what was done in it. */
export function keepPlace() {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
