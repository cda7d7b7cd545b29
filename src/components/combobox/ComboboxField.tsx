import {
  Autocomplete,
  Button,
  CircularProgress,
  createFilterOptions,
  type SxProps,
  styled,
  TextField,
} from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { useTranslate } from '../../i18n/translate'
import { TOUCH, TOUCH_SIZE } from '../../theme/theme'

/** Maximum number of choices in the open list; typing finds others. */
const SHOWN = 100

const Option = styled('li')(({ theme }) => ({
  flexWrap: 'wrap',
  columnGap: theme.spacing(1.5),
  overflowWrap: 'anywhere',
  span: { minWidth: 0 },
  small: { marginLeft: 'auto', color: theme.palette.text.secondary },
}))

const FILTER: SxProps = {
  width: { xs: '100%', sm: 240 },
  '& .MuiAutocomplete-inputRoot.MuiInputBase-root': {
    minHeight: { md: 36 },
    py: { md: 0.5 },
    [TOUCH]: { minHeight: TOUCH_SIZE },
  },
}

/** Texts of the open list and of the buttons in a field with choices. */
export function useComboboxTexts() {
  const translate = useTranslate()
  return {
    loadingText: translate('common.loading'),
    noOptionsText: translate('table.filter.nothingFound'),
    openText: translate('ra.action.open'),
    closeText: translate('ra.action.close'),
    clearText: translate('ra.action.clear_input_value'),
  }
}

/** A record to choose; names need not be unique. */
interface Choice {
  id: string
  name: string
}

interface ComboboxFieldProps<Of extends Choice> {
  label: string
  value: Of | null
  onChange: (chosen: Of) => void
  /** Without it, the choice cannot be cleared. */
  onClear?: () => void
  onBlur?: () => void
  /** Ref of the input, which forms focus if the choice is invalid. */
  inputRef?: Ref<HTMLInputElement>
  onOpen?: () => void
  onClose?: () => void
  /** The typed text; empty when something is chosen. */
  onType: (text: string) => void
  /** The typed text, in a field that is empty again after each choice. */
  typed?: string
  /** The loaded choices; duplicates are offered once. */
  choices: readonly Of[]
  /** The server has already matched the choices with the typed text. */
  isSearched?: boolean
  /** Tells choices of the same name apart. */
  detailOf: (choice: Of) => string | null | undefined
  renderIcon?: (choice: Of) => ReactNode
  isLoading: boolean
  /** Why the choices could not be loaded. */
  failure?: string
  onRetry: () => void
  hint?: ReactNode
  /** The error of the choice. */
  error?: ReactNode
  disabled?: boolean
  isRequired?: boolean
  /** Used among the filters above a list: as high as these, with the label inside. */
  isFilter?: boolean
  /** Gets the focus and opens its list as soon as it appears. */
  isAtOnce?: boolean
  sx?: SxProps
}

/** A field that selects one record by a part of its texts. */
export function ComboboxField<Of extends Choice>(props: ComboboxFieldProps<Of>) {
  const { value, failure, isLoading, detailOf, isFilter = false } = props
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const said = failure ?? props.error
  const known = new Map([...props.choices, ...(value ? [value] : [])].map((one) => [one.id, one]))
  return (
    <Autocomplete<Of, false, boolean>
      {...texts}
      noOptionsText={failure ?? texts.noOptionsText}
      disableClearable={value !== null && !props.onClear}
      disabled={props.disabled}
      openOnFocus={props.isAtOnce ?? false}
      options={[...known.values()]}
      filterOptions={
        props.isSearched
          ? (found) => found
          : createFilterOptions<Of>({
              limit: SHOWN,
              trim: true,
              stringify: (one) => `${one.name} ${detailOf(one) ?? ''}`,
            })
      }
      loading={isLoading}
      value={value}
      onOpen={props.onOpen}
      onClose={props.onClose}
      onChange={(_event, chosen) => (chosen ? props.onChange(chosen) : props.onClear?.())}
      {...(props.typed !== undefined && { inputValue: props.typed })}
      onInputChange={(_event, text, reason) => props.onType(reason === 'input' ? text : '')}
      onBlur={props.onBlur}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      renderOption={({ key, ...option }, one) => (
        <Option key={key} {...option}>
          {props.renderIcon?.(one)}
          <span>{one.name}</span>
          <small>{detailOf(one)}</small>
        </Option>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={props.inputRef}
          {...(isFilter ? { placeholder: props.label } : { label: props.label })}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- where a person has just opened it
          autoFocus={props.isAtOnce ?? false}
          required={props.isRequired ?? false}
          error={Boolean(said)}
          helperText={
            failure ? (
              <>
                {failure}
                {!isLoading && (
                  <Button
                    size="small"
                    // The focus stays, and with it the list with the error.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={props.onRetry}
                  >
                    {translate('common.tryNow')}
                  </Button>
                )}
              </>
            ) : (
              said || props.hint
            )
          }
          slotProps={{
            htmlInput: { ...params.inputProps, ...(isFilter && { 'aria-label': props.label }) },
            input: {
              ...params.InputProps,
              endAdornment: (
                <>
                  {isLoading && <CircularProgress size={18} aria-label={translate('common.loading')} />}
                  {params.InputProps.endAdornment}
                </>
              ),
            },
          }}
        />
      )}
      sx={isFilter ? FILTER : props.sx}
    />
  )
}
