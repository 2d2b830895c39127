import { useEffect } from 'react'
import { useLocation } from '../../client/location.tsx'
import { usersAddress, readUsersPlace, type Criteria, type Position } from './users-place.ts'

/**
 * How long, in ms, the list has to be still before its position is written to the URL. Browsers accept a hundred such
 * changes in half a minute.
 */
const noteAfter = 300

/**
 * Writes the position of the list into the URL, so that Back and a shared link return to it, without adding an entry to
 * the history.
 */
export function useNotedPosition(criteria: Criteria, position: Position): void {
  const { pathname } = useLocation()
  const address = usersAddress(pathname, criteria, position)
  const key = usersAddress('', criteria)
  useEffect(() => {
    const write = () => {
      const { pathname: path, search } = window.location
      // While other rows are loading, the URL already contains their criteria.
      const same = path === pathname && usersAddress('', readUsersPlace(search).criteria) === key
      if (same) window.history.replaceState(null, '', address)
    }
    const note = setTimeout(write, noteAfter)
    // After a link was followed, Back returns to this position.
    document.addEventListener('click', write, true)
    return () => {
      clearTimeout(note)
      document.removeEventListener('click', write, true)
    }
  }, [address, key, pathname])
}
