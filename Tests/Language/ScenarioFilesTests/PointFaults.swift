/// Files of points that are faulty, with their diagnostics.
let pointFaults = DiagnosticBook(
  """
  > id,lat,lon,title
  1:1 [i] MR1006 there are no points under the header

  > id,lat
  >
  1:1 [i] MR1007 no column of longitudes was found
    help: name it with 'columns: {lon: …}'; columns here: id, lat

  > id	name	north
  > a	b	c
  1:1 [i] MR1007 no columns of latitudes and longitudes were found
    help: name both with 'columns: {lat: …, lon: …}', or a column that holds both with 'columns: \
  {lat lon: …}'; columns here: id, name, north

  > id,lon
  > a,1
  1:1 [i] MR1007 no column of latitudes was found
    help: name it with 'columns: {lat: …}'; columns here: id, lon

  > id,start_lat,start_lon,end_lat,end_lon
  > a,1,2,3,4
  1:24 [end_lat] MR1019 'lat' may be the column 'start_lat' or 'end_lat'
    help: name one with 'columns: {lat: start_lat}'

  > uid;key;lat;lon
  > a;b;1;2
  1:5 [key] MR1019 'id' may be the column 'uid' or 'key'
    help: name one with 'columns: {id: uid}', or write 'id: row number' there

  > id,lat,lon,Name,name
  > a,1,2,b,c
  1:17 [name] MR1019 'title' may be the column 'Name' or 'name'
    help: name one with 'columns: {title: Name}'

  > id,lat,lon,lon
  >
  1:12 [lon] MR1009 the column 'lon' is there twice

  > id;lat;lon;title
  > a;1;2;b;c
  2:1 [a;1;2;b;c] MR1010 the row has 5 fields, the header has 4
    help: put text with a semicolon in quotes; 'faulty rows: skip' leaves such rows out

  > id,lat,lon
  > a,1
  > b,1,2,3
  >
  > c,x,2
  > d,95,181
  > e,1,2
  > e,3,4
  > ,1,2
  > f,1,"2"x
  > g,"1,2
  > h"i,1,2
  2:1 [a,1] MR1010 the row has 2 fields, the header has 3
    help: 'faulty rows: skip' leaves such rows out
  3:1 [b,1,2,3] MR1010 the row has 4 fields, the header has 3
    help: put text with a comma in quotes
  4:1 [] MR1010 the row has 1 field, the header has 3
  5:3 [x] MR1013 'x' is not a number
    help: 'lat' is in degrees, such as 52.5163
  6:3 [95] MR1014 'lat' is out of range: '95'
    help: it must be -90 to 90
  6:6 [181] MR1014 'lon' is out of range: '181'
    help: it must be -180 to 180
  8:1 [e] MR0508 the id 'e' is already on line 7
    help: ids are unique in a file
  9:1 [,] MR1015 the id is empty
  10:8 [x] MR1011 there is text after the closing quote
    help: double a quote that belongs to the text
  12:3 [i] MR1011 there is text after the closing quote
    help: double a quote that belongs to the text

  > id,lat,lon
  > a"b,1,2
  > c,1.,2
  > d,+-1,2
  > e,1e,2
  > g,-,2
  > h,1.2.3,.5
  > i,nan,00000000000000001x
  2:2 ["] MR1011 there is a quote inside the text
    help: put the whole field in quotes and double it; 'faulty rows: skip' leaves such rows out
  3:3 [1.] MR1013 '1.' is not a number
    help: 'lat' is in degrees, such as 52.5163
  4:3 [+-1] MR1013 '+-1' is not a number
    help: 'lat' is in degrees, such as 52.5163
  5:3 [1e] MR1013 '1e' is not a number
    help: 'lat' is in degrees, such as 52.5163
  6:3 [-] MR1013 '-' is not a number
    help: 'lat' is in degrees, such as 52.5163
  7:3 [1.2.3] MR1013 '1.2.3' is not a number
    help: 'lat' is in degrees, such as 52.5163
  7:9 [.5] MR1013 '.5' is not a number
    help: 'lon' is in degrees, such as 52.5163
  8:3 [nan] MR1013 'nan' is not a number
    help: 'lat' is in degrees, such as 52.5163
  8:7 [00000000000000001x] MR1013 '00000000000000001x' is not a number
    help: 'lon' is in degrees, such as 52.5163

  > id,lat,lon
  > a,1,"2
  > b,1,2
  >
  2:5 ["] MR1012 the quote is never closed

  > id,lat,lon
  > a,1,2
  > a,2,"3"
  >
  >
  3:1 [a] MR0508 the id 'a' is already on line 2
    help: ids are unique in a file; 'faulty rows: skip' leaves such rows out
  """)
