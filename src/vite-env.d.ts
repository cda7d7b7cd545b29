/// <reference types="vite/client" />
/// <reference types="@mui/x-date-pickers/themeAugmentation" />

// Monaco ships its grammars without types.
declare module 'monaco-editor/languages/definitions/javascript/javascript' {
  import type { languages } from 'monaco-editor/editor'

  export const conf: languages.LanguageConfiguration
  export const language: languages.IMonarchLanguage
}
