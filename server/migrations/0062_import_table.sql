-- The sheet, row of headings and columns that an import found in its workbook: {sheet, headingRow, match, open}.
alter table customer_import add column sheet_table jsonb;
