import type { Translated } from '../translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  close: 'Zavřít',
  frontendError: 'Omlouváme se, v aplikaci došlo k neočekávané chybě.',
  apiError: 'Požadavek se nezdařil',
  noAnswer: 'Server neodpovídá. Zkuste to prosím za chvíli znovu.',
  tooMuch: 'Příliš mnoho požadavků najednou. Zkuste to prosím za chvíli znovu.',
  unreadable: 'Server poslal odpověď, které konzole nerozumí.',
  serverDown: 'Server neodpovídá. Zobrazené údaje mohou být zastaralé, zkoušíme to znovu…',
  notLoaded: 'Tato část konzole se nenačetla',
  notLoadedHint: 'Konzole mohla být aktualizována. Aktuální verzi získáte, když stránku načtete znovu.',
  tryNow: 'Zkusit hned',
  loading: 'Načítá se…',
  notPermitted: 'Vaše role to neumožňuje.',
  copied: 'Text zkopírován',
  copy: 'Kopírovat: %{what}',
  theme: {
    auto: 'Automaticky',
    light: 'Světlý',
    dark: 'Tmavý',
    toDark: 'Přepnout na tmavý motiv',
    toLight: 'Přepnout na světlý motiv',
  },
  language: 'Jazyk',
  notConfirmed: 'Neprovedeno: nepotvrdili jste svou totožnost',
}
export default messages
