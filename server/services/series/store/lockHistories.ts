/** The columns and the condition of the contact `c` of a device, besides its id. */
interface Asked {
  name: string
  columns?: string
  is?: string
  order?: string
}

/**
 * Statement that locks the histories of devices `$2` of the space `$1` until the transaction ends. Those that others have locked are left
 * out: they are served later. The space and the device are locked first, as in every change of them, so that there is no deadlock.
 */
export const lockHistories = ({ name, columns = '', is = 'true', order = '' }: Asked) => ({
  name,
  text: `
    with kept as materialized (select id from space where id = $1 for key share), held as materialized (
      select id from device where space_id = $1 and exists (select from kept) and id = any($2::uuid[]) order by id for key share skip locked
    )
    select c.device_id as "deviceId"${columns} from held join device_contact c on c.device_id = held.id
    where c.space_id = $1 and c.device_id = any($2::uuid[]) and ${is} ${order} for no key update of c skip locked`,
})
