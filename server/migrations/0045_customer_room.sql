-- Who leaves or is handed over changes many files at once, and a new version that finds no room on its page writes the whole search index
-- anew for that file: most of what handing over 20,000 of them takes. Pages leave room for four in ten of their rows; those that
-- there are get it by being written anew.
alter table customer set (fillfactor = 70);
cluster customer using customer_pkey;
alter table customer set without cluster;
