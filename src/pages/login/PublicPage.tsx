import { Box, Button, Card, IconButton, SvgIcon, Typography } from '@mui/material'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { addresses } from '../../addresses'
import { PublicHeader } from '../../components/PublicHeader'
import { Input } from '../../components/table/inputs'
import { useConfig } from '../../config'
import { usePublicTranslate } from '../../i18n'
import { linkTo } from '../../navigation'

interface TextInputProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'defaultValue' | 'inputMode' | 'value' | 'onChange' | 'onBlur'
  > {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  error?: string
  /** Shown while there is no error. */
  hint?: string
  ref?: Ref<HTMLInputElement>
}

const EYE =
  'M12 5C7 5 2.7 8.1 1 12c1.7 3.9 6 7 11 7s9.3-3.1 11-7c-1.7-3.9-6-7-11-7zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z'

/** A labelled text input with its error; a password can be revealed. */
export function TextInput({ label, type = 'text', error, hint, ...input }: TextInputProps) {
  const translate = usePublicTranslate()
  const id = useId()
  const [shown, setShown] = useState(false)
  const isPassword = type === 'password'
  const help = error ?? hint
  return (
    <div>
      <Typography
        component="label"
        variant="body2"
        htmlFor={id}
        sx={{ display: 'block', mb: 0.75, fontWeight: 500 }}
      >
        {label}
      </Typography>
      <Box sx={{ position: 'relative' }}>
        <Input
          {...input}
          id={id}
          type={isPassword && shown ? 'text' : type}
          aria-invalid={Boolean(error)}
          aria-describedby={help ? `${id}-help` : undefined}
          sx={{ width: 1, minHeight: 40, pr: isPassword ? 5 : undefined }}
        />
        {isPassword && (
          <IconButton
            aria-label={translate('login.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            sx={{ position: 'absolute', top: 2, right: 2 }}
          >
            <SvgIcon fontSize="small" color={shown ? 'primary' : 'inherit'}>
              <path d={EYE} />
            </SvgIcon>
          </IconButton>
        )}
      </Box>
      {help && (
        <Typography
          id={`${id}-help`}
          variant="body2"
          color={error ? 'error' : 'text.secondary'}
          sx={{ mt: 0.5, overflowWrap: 'anywhere' }}
        >
          {help}
        </Typography>
      )}
    </div>
  )
}

interface PublicPageProps {
  title: string
  hint?: string
  /** Ends the page with a link to the sign-in page, and state for it: see `LoginPage`. */
  backToLogin?: boolean | { email?: string }
  children?: ReactNode
}

/** Frame of the pages that need no sign-in: the product's name, one card, language and theme. */
export function PublicPage({ title, hint, backToLogin, children }: PublicPageProps) {
  const translate = usePublicTranslate()
  const { productName } = useConfig()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <title>{title.includes(productName) ? title : `${title} – ${productName}`}</title>
      <PublicHeader />
      <Box
        component="main"
        sx={{ flexGrow: 1, display: 'grid', placeItems: { xs: 'start center', sm: 'center' }, p: 2 }}
      >
        <Card variant="outlined" sx={{ width: '100%', maxWidth: 420, p: { xs: 2.5, sm: 4 }, mb: { sm: 8 } }}>
          <Typography component="h1" variant="h1" sx={{ mb: hint ? 1 : 3 }}>
            {title}
          </Typography>
          {hint && (
            <Typography color="text.secondary" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
              {hint}
            </Typography>
          )}
          {children}
          {backToLogin && (
            <Button
              {...linkTo(addresses.login, typeof backToLogin === 'object' ? backToLogin : undefined)}
              sx={{ mt: 2, ml: -1 }}
            >
              {translate('login.back')}
            </Button>
          )}
        </Card>
      </Box>
    </Box>
  )
}
