import { Button, Form } from 'antd'
import { FormNote } from './FormNote'
import type { SchemaFormApi } from './types'
import './form.css'

interface PageFormFootProps {
  form: Pick<SchemaFormApi, 'isDirty' | 'pending' | 'draft'>
  okText?: string
}

/** The foot of a form within a page: its button is there while the form has something to save, and primary. */
export const PageFormFoot = ({ form, okText = '保存' }: PageFormFootProps) => (
  <div className="sr-page-foot">
    <Form.Item noStyle shouldUpdate>
      {() =>
        form.isDirty() && (
          <Button type="primary" htmlType="submit" loading={form.pending}>
            {okText}
          </Button>
        )
      }
    </Form.Item>
    <FormNote form={form} save={okText} inPage />
  </div>
)
