import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

export interface ConnectorsCertificateTexts extends Texts<{ 'connectors.certificate': typeof en }> {}
export const { msg, useTranslate } = textsOf<ConnectorsCertificateTexts>('connectors.certificate')
