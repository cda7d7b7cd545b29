import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/common'
import { type AnswerOptions, answerKey } from './answers'

type Cursor = string | number | undefined

interface Pages<Row> extends Pick<AnswerOptions<Row[]>, 'gcTime'> {
  /** Rows per page. */
  size: number
  /** The cursor of the page after a row; undefined after the last row. */
  cursorAfter: (row: Row) => Cursor
  /** In milliseconds. */
  refetchInterval?: number
}

/**
 * Rows of an endpoint, page by page.
 * @param of everything the rows depend on
 * @param read reads the page at a cursor; the first page has none
 */
export const useAnswerPages = <Row>(
  endpoint: Endpoint,
  of: object,
  read: (cursor: Cursor, signal: AbortSignal) => Promise<Row[]>,
  { size, cursorAfter, ...options }: Pages<Row>,
) =>
  useInfiniteQuery<Row[], Error, InfiniteData<Row[]>, QueryKey, Cursor>({
    ...options,
    queryKey: answerKey(endpoint, 'pages', of),
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return page.length < size || last === undefined ? undefined : cursorAfter(last)
    },
  })
