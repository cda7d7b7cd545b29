// Paints the chosen theme, names the language and loads what it needs side by side, before anything else is loaded.
;(() => {
  let kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('preferences')) ?? {}
  } catch {
    // The defaults hold.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = kept.darkMode === 'dark' || (kept.darkMode === 'auto' && systemIsDark)
  const color = isDark ? '#10131c' : '#f6f7fb'
  const root = document.documentElement
  root.style.colorScheme = isDark ? 'dark' : 'light'
  root.style.backgroundColor = color
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color)
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'cs')
  root.lang = kept.preferredLanguage ?? known ?? 'en'

  let isSignedIn = false
  try {
    isSignedIn = (sessionStorage.getItem('token') ?? localStorage.getItem('token')) !== null
  } catch {
    // Without storage nobody stays signed in.
  }
  for (const { content, dataset } of document.querySelectorAll('meta[name="preload"]')) {
    const isNeeded = (!dataset.lang || dataset.lang === root.lang) && (isSignedIn || !('signedIn' in dataset))
    for (const href of isNeeded && content ? content.split(' ') : [])
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
  }
})()
