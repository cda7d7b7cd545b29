import AddIcon from '@mui/icons-material/Add'
import ThemeIcon from '@mui/icons-material/Contrast'
import ThinIcon from '@mui/icons-material/DensitySmall'
import HelpIcon from '@mui/icons-material/KeyboardOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import ScanIcon from '@mui/icons-material/QrCodeScanner'
import LanguageIcon from '@mui/icons-material/Translate'
import { addresses, spaceAddresses } from '../../addresses'
import { segmentOf, useIsOffered } from '../../components/resource/definition'
import { msg as shortcutsMsg } from '../../components/shortcuts/texts'
import { useHasKeys } from '../../components/shortcuts/useShortcut'
import { useSignOut } from '../../components/useSignOut'
import { languages } from '../../i18n/catalogs'
import { setPreferences, useLanguage, usePreferences } from '../../preferences'
import { registry } from '../../resources/registry'
import { useThemeMode } from '../../theme'
import { type Entry, useReasonOf } from './entries'
import { useTranslate } from './texts'

/** The name of a language in another one: "Czech", "angličtina". */
const nameOf = (locale: string, inLocale: string) =>
  new Intl.DisplayNames(inLocale, { type: 'language' }).of(locale) ?? locale

/** Actions that are available everywhere. */
export function useActions(spaceId: string | undefined, onHelp: () => void): Entry[] {
  const hasKeys = useHasKeys()
  const translate = useTranslate()
  const reasonOf = useReasonOf()
  const isOffered = useIsOffered()
  const signOut = useSignOut()
  const language = useLanguage()
  const isDark = useThemeMode() === 'dark'
  const { thinMode } = usePreferences()
  const group = translate('palette.actions')

  const creations = registry.flatMap((definition): Entry[] => {
    const { create, scope, permissions } = definition
    if (!create || (scope === 'space' && !spaceId) || !isOffered(definition)) return []
    const list =
      scope === 'space'
        ? spaceAddresses(spaceId ?? '').list(definition.name, { create: true })
        : `${scope === 'admin' ? addresses.admin : ''}/${segmentOf(definition)}?create=true`
    return [
      {
        key: `create ${definition.name}`,
        group,
        icon: AddIcon,
        title: translate(`layout.create.${definition.name}`),
        words: [translate('palette.words.create')],
        to: list,
        reason: reasonOf(permissions.create),
      },
    ]
  })
  const scan = spaceId
    ? [
        {
          key: 'scan',
          group,
          icon: ScanIcon,
          title: translate('palette.scan'),
          words: [translate('palette.words.scan')],
          to: spaceAddresses(spaceId).list('devices', { scan: true }),
          reason: reasonOf('space:device:read'),
        },
      ]
    : []
  return [
    ...creations,
    ...scan,
    {
      key: 'theme',
      group,
      icon: ThemeIcon,
      title: translate(isDark ? 'common.theme.toLight' : 'common.theme.toDark'),
      run: () => setPreferences({ darkMode: isDark ? 'light' : 'dark' }),
    },
    ...languages
      .filter(({ locale }) => locale !== language)
      .map(({ locale, name }) => ({
        key: `language ${locale}`,
        group,
        icon: LanguageIcon,
        title: `${translate('common.language')}: ${name}`,
        words: languages.map((one) => nameOf(locale, one.locale)),
        run: () => setPreferences({ preferredLanguage: locale }),
      })),
    {
      key: 'thin',
      group,
      icon: ThinIcon,
      title: translate(thinMode ? 'palette.thinOff' : 'palette.thinOn'),
      run: () => setPreferences({ thinMode: !thinMode }),
    },
    {
      key: 'print',
      group,
      icon: PrintIcon,
      title: translate('palette.print'),
      words: [translate('palette.words.print')],
      run: () => window.print(),
    },
    ...(hasKeys
      ? [
          {
            key: 'help',
            group,
            icon: HelpIcon,
            title: translate(shortcutsMsg('shortcuts.title')),
            run: onHelp,
          },
        ]
      : []),
    {
      key: 'logout',
      group,
      icon: LogoutIcon,
      title: translate('layout.account.logout'),
      words: [translate('palette.words.logout')],
      run: signOut,
    },
  ]
}
