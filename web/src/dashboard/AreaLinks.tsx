import { Link } from '@tanstack/react-router'
import { useMenu } from '../frame/menu'
import './ways.css'

/** Links to the permitted areas, for members without customers, whose work starts elsewhere. */
export function AreaLinks() {
  const items = useMenu().filter(({ to, locked }) => to !== '/dashboard/index' && locked === undefined)
  if (items.length === 0) return null
  return (
    <section className="sr-ways" aria-labelledby="ways-title">
      <h2 id="ways-title">工作区</h2>
      <ul>
        {items.map(({ to, title, about }) => (
          <li key={to}>
            <Link to={to} className="sr-way">
              <span className="sr-way-title">{title}</span>
              <span className="sr-way-about">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
