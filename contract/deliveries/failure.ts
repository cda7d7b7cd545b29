// Without zod, because the sandbox's worker also loads it.
import type { FailureCode } from './failureCodes'

export type { FailureCode }

/** Why something failed. */
export interface Failure {
  /** In English. */
  error: string
  /** Null if only the text is known: what a function threw, or a rare network error. */
  error_code: FailureCode | null
  /** The detail that its sentence names, if any: an address, a header, a limit. */
  error_detail: string | null
}

/** The reasons in English; `%{detail}` stands for the detail. */
export const FAILURES: Readonly<Record<FailureCode, string>> = {
  message_gone: 'the message was deleted',
  unexpected: 'the server could not finish the attempt (%{detail})',
  function_late: 'the function ran longer than %{detail} ms',
  function_late_often: 'the function ran out of time %{detail} times in a row',
  function_memory: 'the function needed more than %{detail} MB of memory',
  function_size: 'the source is larger than %{detail} kB',
  function_missing: 'the script defines no function main',
  no_function: '%{detail} is not a function',
  no_callback: '%{detail} needs a function but was given none',
  parsed_already: 'JSON.parse needs text but was given an object; %{detail} is already parsed',
  result_size: 'the function returned more than %{detail} kB',
  result_depth: 'the function returned more than %{detail} levels of objects and lists',
  result_values: 'the function returned more than %{detail} values',
  result_promise: 'the function returned a promise; it must return the value itself',
  request_none: 'main(job) must return an object { method, url, header, data } or null',
  request_method: 'method must be one of %{detail}',
  request_url: 'url must be an address that begins with http:// or https://',
  url_size: 'url is longer than %{detail} kB',
  request_header: 'header must be an object of names and text values',
  header_count: 'header has more than %{detail} entries',
  header_size: 'header is longer than %{detail} kB',
  header_name: 'header.%{detail} is not a valid header name',
  header_reserved: 'header.%{detail} is a header that only the server may set',
  header_type: 'header.%{detail} must be text',
  header_character: 'header.%{detail} contains a character that a header cannot contain',
  data_method: 'data cannot be sent with %{detail}',
  publish_none: 'main(job) must return an object { topic, data, qos, retain } or null',
  publish_qos: 'qos must be 0 or 1',
  publish_retain: 'retain must be true or false',
  topic_none: 'topic must be non-empty text',
  topic_size: 'topic is longer than %{detail} bytes',
  topic_reserved: 'a topic that begins with $ belongs to the broker',
  topic_wildcard: 'topic must not contain + or #',
  topic_character: 'topic contains a character that a topic cannot contain',
  data_depth: 'data is nested too deeply',
  address_private:
    'not sent: %{detail} is not a public address; the setting ALLOW_PRIVATE_WEBHOOKS=1 of the server allows it',
  push_private:
    'not sent: %{detail} is not a public address; the setting ALLOW_PRIVATE_PUSH=1 of the server allows it',
  host_unknown: 'the host name is unknown',
  host_lookup: 'the host name could not be looked up',
  host_no_address: 'the host name has no address',
  host_unreachable: 'the host cannot be reached',
  connection_refused: 'the connection was refused',
  connection_closed: 'the connection was closed before the response was complete',
  connection_late: 'the connection was not established in time',
  connection_tls: 'no secure connection could be established',
  certificate_expired: "the host's certificate has expired",
  certificate_own: "the host's certificate is self-signed (%{detail})",
  certificate_unknown: "the host's certificate cannot be verified",
  certificate_name: "the host's certificate is for another name",
  certificate_required: 'the receiver requires a client certificate',
  certificate_refused: 'the receiver refused the client certificate',
  answer_late: 'no complete response within %{detail} s',
  answer_headers: 'the headers of the response are too large',
  answer_no_http: 'the response is not HTTP',
  answer_redirect: 'the receiver responded with %{detail}; redirects are not followed',
  answer_status: 'the receiver responded with %{detail}',
  answer_retry: 'retry in the response must be a list of ids of messages of the request; not: %{detail}',
  answer_again: 'the receiver requests this message again',
  broker_client_id: 'the broker refused the client id',
  broker_away: 'the broker is unavailable',
  broker_login: 'the broker refused the name or the password',
  broker_forbidden: 'the broker does not allow this connection; check the user name and password',
  broker_refused: 'the broker refused the connection (%{detail})',
  broker_no_mqtt: 'the response is not MQTT',
  broker_late: 'the broker did not confirm within %{detail} s',
  broker_topic: 'the broker does not allow this topic',
  broker_size: 'the message is larger than the broker accepts',
  broker_message: 'the broker did not accept the message (%{detail})',
}

/** A failure of which only the text is known. */
export const unknownFailure = (error: string): Failure => ({ error, error_code: null, error_detail: null })

/** A sentence without the place of an unknown detail. */
export const withoutGap = (sentence: string): string => sentence.replace(' ()', '')

/**
 * A failure with a known reason.
 * @param detail that its sentence names, if any
 */
export function failureFor(code: FailureCode, detail: string | number | null = null): Failure {
  const about = detail === null ? null : String(detail)
  const error = withoutGap(FAILURES[code].replace('%{detail}', () => about ?? ''))
  return { error, error_code: code, error_detail: about }
}
