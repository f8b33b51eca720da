import './scene.css'

const mullions = [236, 342, 448, 554, 660, 766, 872, 978]
const lamps = [290, 500, 710, 920]
const stars = [
  [330, 60, 1.2],
  [468, 118, 0.9],
  [590, 48, 1.3],
  [702, 132, 1],
  [818, 76, 1.5],
  [930, 156, 1],
  [1034, 62, 1.2],
  [1128, 138, 0.9],
  [648, 226, 0.8],
  [1002, 242, 1.1],
] as const

/** The showroom in the blue hour, drawn for the sign-in page. Its colours follow the colour mode (scene.css). */
export function ShowroomScene() {
  return (
    <svg className="sr-scene" viewBox="0 0 1200 900" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <defs>
        <Fade
          id="sr-sky"
          stops={[
            ['sky-high', 0],
            ['sky-mid', 0.55],
            ['sky-low', 1],
          ]}
        />
        <Fade
          id="sr-room"
          stops={[
            ['room-high', 0],
            ['room-low', 1],
          ]}
        />
        <Fade
          id="sr-plaza"
          stops={[
            ['plaza-far', 0],
            ['plaza-near', 1],
          ]}
        />
        <linearGradient id="sr-mirror" x1="0" y1="0" x2="0" y2="1">
          <stop className="sr-scene-room-low" offset="0" stopOpacity="0.55" />
          <stop className="sr-scene-room-low" offset="1" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="sr-beam" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="#fff2d0" offset="0" stopOpacity="0.6" />
          <stop stopColor="#fff2d0" offset="1" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="sr-body" x1="0" y1="0" x2="0" y2="1">
          <stop className="sr-scene-body-high" offset="0" />
          <stop className="sr-scene-body-mid" offset="0.48" />
          <stop className="sr-scene-body-low" offset="1" />
        </linearGradient>
        <CarOutline />
      </defs>
      <rect width="1200" height="900" fill="url(#sr-sky)" />
      <g className="sr-scene-stars">
        {stars.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </g>
      <Horizon />
      <rect y="640" width="1200" height="260" fill="url(#sr-plaza)" />
      <Hall />
      <path className="sr-scene-mirror" d="M130 634h960l60 190H70z" fill="url(#sr-mirror)" />
      <HeroCar />
    </svg>
  )
}

function Fade({ id, stops }: { id: string; stops: readonly (readonly [name: string, offset: number])[] }) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      {stops.map(([name, offset]) => (
        <stop key={name} className={`sr-scene-${name}`} offset={offset} />
      ))}
    </linearGradient>
  )
}

/** Far hills with the town between them. */
function Horizon() {
  return (
    <>
      <path
        className="sr-scene-hill-far"
        d="M0 560c90-46 170-58 262-30 60-40 150-52 236-14 92-56 210-60 312-8 96-46 212-50 390 14v130H0z"
      />
      <path
        className="sr-scene-town"
        d="M0 650v-66h22v-30h26v42h18v-64h14v-12h20v76h24v-40h30v-16h18v110zM1060 650v-78h22v-34h18v20h22v-62h26v50h18v-22h34v126z"
      />
      <path
        className="sr-scene-hill-near"
        d="M0 612c130-34 260-30 380 6 180-30 400-34 560 0 90-30 180-34 260-20v60H0z"
      />
    </>
  )
}

/** The hall: a floating roof over lit glass. */
function Hall() {
  return (
    <g>
      <path d="M130 366h960v276H130z" fill="url(#sr-room)" className="sr-scene-lit" />
      <path className="sr-scene-wall" d="M130 366h960v96H130z" />
      <path className="sr-scene-gallery" d="M130 462h960v7H130z" />
      <g className="sr-scene-rail">
        {Array.from({ length: 48 }, (_, post) => (
          <path key={post} d={`M${140 + post * 20} 440v22`} />
        ))}
        <path d="M130 440h960" />
      </g>
      {lamps.map((x) => (
        <g key={x} className="sr-scene-lamp">
          <path d={`M${x} 366v128`} />
          <path d={`M${x - 34} 496h68`} strokeWidth="5" strokeLinecap="round" />
          <path d={`M${x - 34} 500h68l46 142h-160z`} stroke="none" />
        </g>
      ))}
      <g className="sr-scene-inside">
        <use href="#sr-car" transform="translate(168 572) scale(.44)" />
        <use href="#sr-car" transform="translate(1058 572) scale(-.44 .44)" />
        <Person x={430} />
        <Person x={458} tall />
        <Person x={810} />
        <path d="M700 642v-34h46v34zM694 604h58v6h-58z" />
      </g>
      <g className="sr-scene-mullion">
        {mullions.map((x) => (
          <path key={x} d={`M${x} 366v276`} />
        ))}
        <path d="M130 366v276M1090 366v276" strokeWidth="5" />
      </g>
      <path className="sr-scene-roof-under" d="M130 366h960l24-14H96z" />
      <path className="sr-scene-roof" d="M40 352l24-30h1072l24 30z" />
      <path className="sr-scene-roof-edge" d="M40 352h1120" />
      <text className="sr-scene-sign" x="600" y="344" textAnchor="middle">
        SHOWROOM
      </text>
    </g>
  )
}

function Person({ x, tall = false }: { x: number; tall?: boolean }) {
  return (
    <g transform={`translate(${x} ${tall ? 576 : 582}) scale(${tall ? 1.1 : 1})`}>
      <circle cx="0" cy="6" r="5.5" />
      <path d="M-8 15c2-4 14-4 16 0l2 20-4 1-1 24h-4l-1-20-1 20h-4l-1-24-4-1z" />
    </g>
  )
}

/** A fastback from the side, facing right; used as a silhouette inside and as the body outside. */
function CarOutline() {
  return (
    <g id="sr-car">
      <path d="M16 112c-5-13-3-30 8-37 16-8 42-8 66-13 44-27 88-48 150-51 62-3 98 19 138 45 52 4 96 10 116 23 14 9 17 22 12 33v8c-4 6-13 7-24 7h-30a41 41 0 0 0-82 0H160a41 41 0 0 0-82 0H38c-13 0-21-6-22-15z" />
      <circle cx="119" cy="124" r="33" />
      <circle cx="411" cy="124" r="33" />
    </g>
  )
}

function HeroCar() {
  return (
    <g transform="translate(330 606)">
      <ellipse className="sr-scene-stage" cx="266" cy="166" rx="372" ry="40" />
      <ellipse className="sr-scene-stage-edge" cx="266" cy="166" rx="372" ry="40" />
      <ellipse className="sr-scene-shadow" cx="266" cy="160" rx="270" ry="15" />
      <path className="sr-scene-beam" d="M500 88l330-34v118L500 104z" fill="url(#sr-beam)" />
      <path
        fill="url(#sr-body)"
        d="M16 112c-5-13-3-30 8-37 16-8 42-8 66-13 44-27 88-48 150-51 62-3 98 19 138 45 52 4 96 10 116 23 14 9 17 22 12 33v8c-4 6-13 7-24 7h-30a41 41 0 0 0-82 0H160a41 41 0 0 0-82 0H38c-13 0-21-6-22-15z"
      />
      <path
        className="sr-scene-glass"
        d="M122 63c36-22 72-37 118-40l6 40zM254 22c46-1 76 15 106 37l-4 4h-96z"
      />
      <path className="sr-scene-glint" d="M150 63l44-28M282 63l26-34" />
      <path className="sr-scene-roofline" d="M92 61c44-26 86-46 148-49 62-3 96 18 136 44" />
      <path className="sr-scene-crease" d="M34 86c110-10 320-14 452 4M168 120h196" />
      <path className="sr-scene-door" d="M246 66c-4 22-4 40 0 54M364 70c6 14 8 24 8 34" />
      <path className="sr-scene-head" d="M474 80c14 3 24 8 30 15l-34-8z" />
      <path className="sr-scene-tail" d="M20 88c10-5 26-7 44-8" />
      {[119, 411].map((x) => (
        <Wheel key={x} x={x} />
      ))}
    </g>
  )
}

function Wheel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 124)`}>
      <circle className="sr-scene-tyre" r="34" />
      <circle className="sr-scene-rim" r="22" />
      {[0, 72, 144, 216, 288].map((turn) => (
        <path key={turn} className="sr-scene-spoke" d="M0-5V-20" transform={`rotate(${turn})`} />
      ))}
      <circle className="sr-scene-hub" r="5" />
    </g>
  )
}
