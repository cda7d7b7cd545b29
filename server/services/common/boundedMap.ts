/** A map of at most `max` entries; a new one replaces the oldest. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly max: number) {
    super()
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    const [oldest] = this.keys()
    if (this.size > this.max && oldest !== undefined) this.delete(oldest)
    return this
  }
}
