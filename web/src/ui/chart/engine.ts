import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

/** Registers only the parts the product uses: the whole library is twice as large. */
use([LineChart, BarChart, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer])

export { init }
