/** What the content security policy asks of every style element that a script makes; undefined where there is no policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
