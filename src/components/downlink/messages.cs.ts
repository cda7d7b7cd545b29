import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  outcome: 'Výsledek',
  outcomes: { confirmed: 'Potvrzeno', refused: 'Odmítnuto', expired: 'Vypršelo', replaced: 'Nahrazeno' },
  short: {
    pending: 'Čeká',
    expected: 'Čeká, asi %{time}',
    sent: 'Odesláno',
    handedOver: 'Předáno',
    awaits: 'Nepotvrzeno',
    awaitsAgain: 'Nepotvrzeno, pokus %{attempt}',
    cancelled: 'Zrušeno',
  },
  long: {
    pending: 'Při příštím kontaktu',
    expected: 'Při příštím kontaktu, asi %{time}',
    wasExpected: 'Při příštím kontaktu, který byl očekáván asi %{time}',
    neverConfirms: 'Předáno %{time}; toto zařízení nepotvrzuje',
    handedOver: 'Předáno %{time}; nepotvrzeno',
    awaits: 'Předáno %{time}, čeká na potvrzení',
    awaitsAgain: 'Předáno %{time}, pokus %{attempt}, čeká na potvrzení',
    confirmed: 'Potvrzeno %{time}',
    refused: 'Odmítnuto %{time}',
    refusedFor: 'Odmítnuto %{time}: %{reason}',
    expired: 'Vypršelo dříve, než se zařízení ozvalo',
    expiredAfter: 'Vypršelo bez potvrzení; předáno %{time}',
    replaced: 'Nahrazeno pozdější zprávou',
    cancelled: 'Zrušeno',
    cancelledAfter: 'Zrušeno po předání',
  },
}
export default messages
