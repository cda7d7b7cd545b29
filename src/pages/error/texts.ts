import { useLanguage } from '../../preferences'
import cs from './messages.cs'
import en from './messages.en'

/** Texts of the error pages in the chosen language. */
export const useErrorTexts = () => ({ en, cs })[useLanguage()]
