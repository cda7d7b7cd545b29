/** What is known of one list: the last id of each page that was read, and the total. */
interface KnownList {
  lastIds: Map<number, string>
  total?: number
}

/** Remembers where pages end, so that the next page is asked for by cursor. Spec 2, section 7, "Paging". */
export function createPageMemory() {
  const lists = new Map<string, KnownList>()

  const known = (list: string): KnownList => {
    const kept = lists.get(list) ?? { lastIds: new Map<number, string>() }
    lists.set(list, kept)
    return kept
  }

  return {
    /** Cursor of a page (counted from 1); undefined when the page before it was not read. */
    cursorOf: (list: string, page: number) => known(list).lastIds.get(page - 1),
    totalOf: (list: string) => known(list).total,
    setTotal(list: string, total: number) {
      known(list).total = total
    },
    /** Notes where a page ended; what was known of the pages after it no longer holds. */
    pageRead(list: string, page: number, lastId: string | undefined) {
      const { lastIds } = known(list)
      for (const later of lastIds.keys()) if (later >= page) lastIds.delete(later)
      if (lastId) lastIds.set(page, lastId)
    },
  }
}
