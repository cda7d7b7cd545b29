export {
  useAddressFilter,
  useAddressParameter,
  useAddressSwitch,
  useCompareMode,
  useCreateMode,
  useEditMode,
  useImportMode,
} from './addressMode'
export { ConfirmDialog } from './ConfirmDialog'
export { CopyButton, CopyText, SmallButton, useCopy } from './CopyText'
export { setParameter, useCurrentAddress } from './currentAddress'
export { DraftOffer } from './DraftNotice'
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
export { EditButton, PermissionButton, ReasonButton } from './PermissionButton'
export { HiddenText, SecretText } from './SecretText'
export { Field, FieldList, Section, WithIcon } from './Section'
export { StateText, type Tone } from './StateText'
export { Swatch, TagChips } from './TagChips'
export { MomentText, RelativeTime, TimeText, useNow } from './TimeText'
export { useFailureToast } from './useFailureToast'
