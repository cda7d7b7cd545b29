import type { Translated } from '../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  another: 'Vytvořit další',
  unsure:
    'Server neodpověděl, ale záznam přesto mohl vytvořit. Co jste vyplnili, zůstává: než to zkusíte znovu, podívejte se do seznamu.',
  conflict: {
    title: 'Totéž mezitím změnil někdo jiný',
    text: 'Během vašich úprav byly uloženy jiné hodnoty. U každého pole vyberte, která zůstane.',
    mine: 'Vaše hodnota',
    theirs: 'Uložená hodnota',
    theirsBy: 'Uložená hodnota (%{who})',
    difference: 'Uložený text (-) a váš (+)',
    choose: 'Nejprve u každého pole vyberte hodnotu.',
    back: 'Zpět k úpravám',
    left: 'Vaše změny se neuložily, protože totéž mezitím změnil někdo jiný. Zůstávají jako koncept.',
    changed: 'Mezitím se změnilo: %{fields} (%{who}).',
    changedThis: 'Záznam se mezitím změnil (%{who}).',
    kept: 'Tato změna zůstává.',
    somebody: 'někdo jiný',
    field: '„%{field}“',
  },
}
export default messages
