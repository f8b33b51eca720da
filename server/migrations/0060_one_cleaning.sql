-- Names are compared folded: lower case, half width, without invisible characters, blanks, hyphens and the dots in names.
-- `foldForSearch` of the contract returns the same; a test compares both for every character.
create function fold_text(content text) returns text language sql immutable parallel safe return
  case when content ~ '^[0-9a-z一-鿿]*$' then content else
    translate(normalize(regexp_replace(normalize(lower(replace(normalize(content, NFKC), 'İ', 'i')), NFKC), '[\u0001-\u0020\u002d-\u002e\u007f-\u00a0\u00ad\u00b7\u02d7\u034f\u058a\u05be\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1400\u1680\u16eb\u17b4-\u17b5\u1806\u180b-\u180f\u2000-\u2015\u2022\u2027-\u202f\u2043\u205f-\u206f\u2212\u2219\u22c5\u2500-\u2501\u25cf\u25e6\u2796\u2800\u2e17\u2e1a\u2e30-\u2e31\u2e33\u2e3a-\u2e3b\u2e40\u2e5d\u3000\u3002\u301c\u3030\u30a0\u30fb\u3164\ua78f\ufe00-\ufe0f\ufe31-\ufe32\ufe58\ufe63\ufeff\uff0d\uffa0\ufff0-\ufffb\U00010d6e\U00010ead\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFC), '‘’`ς', '''''''σ') end;

-- The body of `fold_text` stands here once more: index builds run without a search path, so a function of an index names no other.
create or replace function search_tokens(dealer_id int, name text, mobile text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  store text := dealer_id || ':';
  word text := case when name ~ '^[0-9a-z一-鿿]*$' then name else
    translate(normalize(regexp_replace(normalize(lower(replace(normalize(name, NFKC), 'İ', 'i')), NFKC), '[\u0001-\u0020\u002d-\u002e\u007f-\u00a0\u00ad\u00b7\u02d7\u034f\u058a\u05be\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1400\u1680\u16eb\u17b4-\u17b5\u1806\u180b-\u180f\u2000-\u2015\u2022\u2027-\u202f\u2043\u205f-\u206f\u2212\u2219\u22c5\u2500-\u2501\u25cf\u25e6\u2796\u2800\u2e17\u2e1a\u2e30-\u2e31\u2e33\u2e3a-\u2e3b\u2e40\u2e5d\u3000\u3002\u301c\u3030\u30a0\u30fb\u3164\ua78f\ufe00-\ufe0f\ufe31-\ufe32\ufe58\ufe63\ufeff\uff0d\uffa0\ufff0-\ufffb\U00010d6e\U00010ead\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFC), '‘’`ς', '''''''σ') end;
  tokens text[] := '{}';
begin
  for at in 1 .. length(word) loop
    tokens := tokens || (store || substr(word, at, 1)) || (store || substr(word, at, 2));
  end loop;
  for at in 1 .. length(mobile) - 2 loop
    tokens := tokens || (store || substr(mobile, at, 3));
  end loop;
  return tokens;
end $$;
reindex index customer_search;
reindex index lead_search;
reindex index vehicle_order_search;

-- Lines and codes of before. Cleaned as by the contract, except that joiners and selectors stay. Texts of several lines stay as they are.
do $clean$
declare
  hidden constant text := '[\u0001-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200c\u200e-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff]';
  blank constant text := '[\t\u00a0\u1680\u2000-\u200a\u202f\u205f]';
  line constant text := 'trim(regexp_replace(regexp_replace(normalize(%1$I, NFC), $1, '''', ''g''), $2, '' '', ''g''))';
  code constant text := 'regexp_replace(regexp_replace(normalize(%1$I, NFKC), $1, '''', ''g''), ''[\s\u200d\ufe0e\ufe0f]|'' || $2, '''', ''g'')';
  one record;
begin
  for one in values
    ('customer', 'name', line), ('customer', 'company_name', line), ('customer', 'address', line), ('customer', 'second_phone', line),
    ('customer', 'weixin', code), ('customer', 'qq', code), ('customer', 'identify_no', code),
    ('lead', 'name', line), ('vehicle_order', 'contact_name', line), ('vehicle_order', 'contract_no', line), ('vehicle_order', 'address', line),
    ('vehicle_order', 'license_number', code)
  loop
    execute format('update %2$I set %1$I = ' || one.column3 || ' where %1$I ~ ($1 || ''|'' || $2) ' ||
      case when one.column3 = code then 'or %1$I ~ ''[\s\uff00-\uff5e]''' else '' end, one.column2, one.column1) using hidden, blank;
  end loop;
  -- A source keeps its name where another one has the clean name.
  for one in select dealer_id, id, trim(regexp_replace(regexp_replace(normalize(name, NFC), hidden, '', 'g'), blank, ' ', 'g')) as cleaned
    from custom_source where name ~ (hidden || '|' || blank) and deleted_at is null
  loop
    begin
      update custom_source set name = one.cleaned where dealer_id = one.dealer_id and id = one.id;
    exception when unique_violation then
      raise warning 'custom source % of store % keeps its name: % is taken', one.id, one.dealer_id, one.cleaned;
    end;
  end loop;
end $clean$;
