export { EditButton, PermissionButton, ReasonButton } from '../action/PermissionButton'
export { useFailureToast } from '../action/useFailureToast'
export {
  useAddressFilter,
  useAddressParameter,
  useAddressSwitch,
  useCompareMode,
  useEditMode,
  useImportMode,
  useScanMode,
} from '../address/addressMode'
export { setParameter, useCurrentAddress } from '../address/currentAddress'
export { ConfirmDialog } from '../dialog/ConfirmDialog'
export { DraftOffer } from '../draft/DraftNotice'
export { CopyButton, CopyText, SmallButton, useCopy } from '../value/CopyText'
export { HiddenText, SecretText } from '../value/SecretText'
export { StateText, type Tone } from '../value/StateText'
export { Swatch, TagChips } from '../value/TagChips'
export { MomentText, RelativeTime, TimeText, useNow } from '../value/TimeText'
export {
  ActionAlert,
  Loaded,
  type LoadedProps,
  LoadFailed,
  Outline,
} from './Loaded'
export { NotFound } from './NotFound'
export { PageHeader, type PageHeaderProps } from './PageHeader'
export { PageNameProvider, PageTitle } from './PageTitle'
export { Field, FieldList, Section, WithIcon } from './Section'
