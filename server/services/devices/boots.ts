/**
 * SQL of the boots of the device in a row of another table: `session_id` is the Unix time of each in seconds.
 * @param from SQL of the time after which they are counted
 */
export const bootsOf = (row: string, from: string): string => `
  select s.session_id from device_session s
  where s.space_id = ${row}.space_id and s.device_id = ${row}.device_id and s.session_id > ${from}`
