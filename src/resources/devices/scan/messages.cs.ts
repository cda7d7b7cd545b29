import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Načíst QR kód',
  intro: 'Namiřte kameru na QR kód na zařízení, nebo vyberte jeho fotku.',
  unknown: 'Žádné zařízení v tomto prostoru nemá sériové číslo %{serial}.',
  scanned: 'Zařízení načteno',
  loading: 'Načítá se dekodér…',
  failed:
    'Dekodér se nepodařilo načíst. Obnovte stránku a zkuste to znovu, nebo zadejte sériové číslo a token ručně.',
  video: 'Obraz kamery',
  starting: 'Kamera se spouští…',
  camera: 'Kamera',
  cameraNumber: 'Kamera %{number}',
  retry: 'Zkusit znovu',
  photo: 'Vybrat fotku',
  photoHint: 'Fotku sem můžete také přetáhnout nebo vložit.',
  problems: {
    insecure: 'Kamera funguje jen na stránkách s HTTPS. Můžete místo toho vybrat fotku.',
    denied:
      'Tato stránka nemá kameru povolenou. Povolte ji v nastavení prohlížeče, nebo místo toho vyberte fotku.',
    missing: 'Nebyla nalezena žádná kamera. Můžete místo toho vybrat fotku.',
    busy: 'Kamera se nespustila. Možná ji používá jiný program. Můžete místo toho vybrat fotku.',
  },
  refusals: {
    foreign: 'Toto není kód zařízení. Kód zařízení je odkaz, který končí sériovým číslem a tokenem.',
    noCode: 'Na této fotce není QR kód. Vyfoťte ho zblízka, ostře a za dobrého světla.',
    unreadable: 'Prohlížeč tento obrázek neumí přečíst',
  },
}
export default messages
