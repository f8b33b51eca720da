-- The numbers in a file's second field: several after a merge, with one space between them; else one, however it is spaced.
create function contact_numbers(second_phone text) returns text[] language sql immutable parallel safe return
  case when second_phone = '' then '{}'::text[]
       when second_phone ~ '^\S{7,}( \S{7,})+$' then string_to_array(replace(second_phone, '-', ''), ' ')
       else array[regexp_replace(second_phone, '[\s-]', '', 'g')] end;

-- A merged file's numbers belong to the file it was merged into: looked for with every new customer.
create index customer_merged_numbers on customer using gin (contact_numbers(second_phone))
  where merged_into_id is not null and second_phone <> '';
