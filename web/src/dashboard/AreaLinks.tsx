import { Link, useRouter } from '@tanstack/react-router'
import { type MenuItem, useMenu } from '../frame/menu'
import './ways.css'

/** Links to the permitted areas, for members without customers, whose work starts elsewhere. */
export const AreaLinks = () => (
  <section className="sr-ways" aria-labelledby="ways-title">
    <h2 id="ways-title">工作区</h2>
    <ul>
      {useMenu()
        .filter((item) => item.to !== '/dashboard/index')
        .map((item) => (
          <AreaLink key={item.to} item={item} />
        ))}
    </ul>
  </section>
)

/** A link to an area; marks one whose screen is not built yet. */
function AreaLink({ item }: { item: MenuItem }) {
  const coming = useRouter().routesByPath[item.to].options.staticData?.coming !== undefined
  const state = item.locked ?? (coming ? '建设中' : '')
  const text = (
    <>
      <span className="sr-way-title">
        {item.title}
        {state && <span className="sr-way-state">{state}</span>}
      </span>
      <span className="sr-way-about">{item.about}</span>
    </>
  )
  return (
    <li>
      {item.locked ? (
        <span className="sr-way">{text}</span>
      ) : (
        <Link to={item.to} className="sr-way" data-coming={coming}>
          {text}
        </Link>
      )}
    </li>
  )
}
