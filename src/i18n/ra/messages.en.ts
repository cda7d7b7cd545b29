import english from 'ra-language-english'

/** React-admin's own texts. */
export default english.ra
