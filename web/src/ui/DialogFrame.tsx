import './parts.css'

/** A dialog that is on its way, at its place and in its size: it is there as soon as it was asked for. */
export const DialogFrame = ({ title, width }: { title: string; width: number }) => (
  <div className="sr-dialog-frame" role="status" aria-label={`${title}，加载中`}>
    <div className="sr-dialog-frame-box" style={{ width }}>
      <p className="sr-dialog-frame-title">{title}</p>
      <div className="sr-dialog-frame-body">
        {['88%', '70%', '80%', '64%'].map((line) => (
          <div key={line} className="sr-bone" style={{ width: line, height: 32 }} />
        ))}
      </div>
    </div>
  </div>
)
