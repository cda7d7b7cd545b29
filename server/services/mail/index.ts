export { checkLink, deadLink, invitationLink, makeToken, takeLink } from './links'
export { addMail, addMailTo, forgetLinks, forgetOldMail, giveUpLost, type MailDeps } from './queue'
export { sendNext } from './send'
export { outboxTransport, smtpTransport, type Transport } from './transport'
