import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  uplink: {
    title: 'Odeslat zprávu',
    text: 'Zařízení posílá se svým sériovým číslem a přiřazovacím tokenem a nepotřebuje klíč. Místo %{token} doplňte jeho token.',
    textForAny:
      'Zařízení posílá se svým sériovým číslem a přiřazovacím tokenem a nepotřebuje klíč. Doplňte je místo %{serial} a %{token}.',
  },
}
export default messages
