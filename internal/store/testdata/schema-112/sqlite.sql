DELETE FROM site_state;
INSERT INTO site_state (id, revision, starter_done, scoped) VALUES
    (1, 31, 0, 30);
DELETE FROM content_items;
INSERT INTO content_items (id, key, section, type, updated_at, value) VALUES
    (1, 'hero_title', 'home', 'text', 1772464445678901, 'It''s 白蟻 season'),
    (2, 'about_content', 'about', 'html', 1772464565678901, '<p>Since <b>2021</b></p>');
DELETE FROM services;
INSERT INTO services (id, slug, name, short_description, image_url, featured_on_home, updated_at, features, full_description, template, position, hidden) VALUES
    (1, 'termites', 'Termites', 'We find them.', '/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA', 1, 1772465165678901, '["Inspection","Treatment"]', '<p>All of them.</p>', '<h2>{name}</h2>', 2, 0),
    (2, 'rodents', 'Rodents', 'Mice.', '', 0, 1772465285678901, '[]', '<p>And rats.</p>', '', 1, 1);
DELETE FROM posts;
INSERT INTO posts (id, slug, title, image_url, published_at, updated_at, excerpt, content) VALUES
    (1, 'swarms', 'Swarms in spring', '/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA', 1772465765678901, 1772466065678901, 'Short.', '1. First

- a
- b');
DELETE FROM social_links;
INSERT INTO social_links (id, platform, url, icon, active, position, updated_at) VALUES
    (1, 'facebook', 'https://facebook.com/pest', '', 0, 2, 1772466665678901),
    (2, 'x', 'https://x.com/pest', '', 1, 1, 1772466785678901);
DELETE FROM business_hours;
INSERT INTO business_hours (day, open_time, close_time, is_closed, second_open_time, second_close_time, updated_at) VALUES
    ('monday', '9:00 AM', '5:00 PM', 0, '', '', 1772467505678901),
    ('sunday', '', '', 1, '', '', 1772467385678901),
    ('tuesday', '9:00 AM', '5:00 PM', 0, '', '', 1772467505678901);
DELETE FROM special_days;
INSERT INTO special_days (id, date, end_date, is_closed, open_time, close_time, label, updated_at) VALUES
    (1, '2026-11-26', '2026-11-27', 1, '', '', 'Thanksgiving', 1772467805678901);
DELETE FROM company;
INSERT INTO company (id, updated_at, checklist_dismissed, document) VALUES
    (1, 1772468285678901, 0, '{"name":"Hill County Pest Control","legalName":"Lone Oak Pest \u0026 Termite LLC","tagline":"Pest and termite control for Hillsboro and Hill County","phone":"(254) 555-0100","phoneE164":"+12545550100","email":"info@loneoakpest.example","portalUrl":"https://portal.loneoakpest.example/","street":"100 Example Street","town":"Hillsboro","county":"Hill County","state":"Texas","stateCode":"TX","postalCode":"76645","latitude":32.011,"longitude":-97.13,"timeZone":"America/Chicago","foundedYear":2021,"experience":"30 years of combined experience","guarantee":"100% satisfaction","license":"TPCL 0000000 (sample)","facebookUrl":"https://www.facebook.com/loneoakpest.example","mapUrl":"https://www.openstreetmap.org/export/embed.html?bbox=-97.45%2C31.80%2C-96.80%2C32.25\u0026layer=mapnik\u0026marker=32.0110%2C-97.1300","map":"embed","areasServed":["Hillsboro","Whitney","Itasca","Hubbard","Abbott","Covington","Blum","Malone","Mount Calm","Penelope"],"team":[{"name":"Sam Sample","role":"President \u0026 Partner","bio":"Sam runs the routes and writes the treatment plans. After years of crawling under pier-and-beam houses across Central Texas, Sam can tell a settled crack from a mud tube by flashlight, and explains which is which before talking about price.","imageUrl":"/art/portrait-1.svg"},{"name":"Pat Placeholder","role":"CEO \u0026 Partner","bio":"Pat answers the phone, keeps the schedule honest and trains every technician. Pat grew up in Hill County and started the company so that a call on Monday gets a person on the porch, not a ticket number.","imageUrl":"/art/portrait-2.svg"}],"chat":{"provider":"own"},"brand":{"main":"","accent":"","logo":"","icon":"","shareImage":""},"texts":{}}');
DELETE FROM redirects;
INSERT INTO redirects (kind, slug, target_id) VALUES
    ('service', 'old-termites', 1),
    ('post', 'old-swarms', 1);
DELETE FROM versions;
INSERT INTO versions (id, kind, record_id, revision, saved_at, user_id, user_name, action, fields) VALUES
    (1, 'image', 'AAAAAAAAAAAAAAAAAAAAAAAAAA', 1, 1772463965678901, 7, 'Rosa M.', 'create', '{"id":"AAAAAAAAAAAAAAAAAAAAAAAAAA","url":"/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA","name":"Termite","alt":""}'),
    (2, 'image', 'AAAAAAAAAAAAAAAAAAAAAAAAAA', 1, 1772464205678901, 7, 'Rosa M.', 'update', '{"id":"AAAAAAAAAAAAAAAAAAAAAAAAAA","url":"/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA","name":"A termite","alt":"A termite on wood"}'),
    (3, 'content', '1', 2, 1772464385678901, 7, 'Rosa M.', 'create', '{"id":1,"key":"hero_title","section":"home","type":"text","value":"Größe zählt","updatedAt":"2026-03-02T15:11:05.678901Z"}'),
    (4, 'content', '1', 3, 1772464505678901, 7, 'Rosa M.', 'update', '{"id":1,"key":"hero_title","section":"home","type":"text","value":"It''s 白蟻 season","updatedAt":"2026-03-02T15:14:05.678901Z"}'),
    (5, 'content', '2', 4, 1772464685678901, 7, 'Rosa M.', 'create', '{"id":2,"key":"about_content","section":"about","type":"html","value":"<p>Since <b>2021</b></p>","updatedAt":"2026-03-02T15:16:05.678901Z"}'),
    (6, 'content', '3', 5, 1772464865678901, 7, 'Rosa M.', 'create', '{"id":3,"key":"cta_text","section":"home","type":"text","value":"Call us","updatedAt":"2026-03-02T15:19:05.678901Z"}'),
    (7, 'content', '3', 6, 1772464925678901, 7, 'Rosa M.', 'delete', '{"id":3,"key":"cta_text","section":"home","type":"text","value":"Call us","updatedAt":"2026-03-02T15:19:05.678901Z"}'),
    (8, 'service', '1', 7, 1772465105678901, 7, 'Rosa M.', 'create', '{"id":1,"name":"Termites","slug":"old-termites","shortDescription":"We find them.","fullDescription":"<p>All of them.</p>","imageUrl":"/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA","features":["Inspection","Treatment"],"template":"<h2>{name}</h2>","featuredOnHome":true,"hidden":false,"updatedAt":"2026-03-02T15:23:05.678901Z"}'),
    (9, 'service', '1', 8, 1772465225678901, 7, 'Rosa M.', 'update', '{"id":1,"name":"Termites","slug":"termites","shortDescription":"We find them.","fullDescription":"<p>All of them.</p>","imageUrl":"/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA","features":["Inspection","Treatment"],"template":"<h2>{name}</h2>","featuredOnHome":true,"hidden":false,"updatedAt":"2026-03-02T15:26:05.678901Z"}'),
    (10, 'service', '2', 9, 1772465405678901, 7, 'Rosa M.', 'create', '{"id":2,"name":"Rodents","slug":"rodents","shortDescription":"Mice.","fullDescription":"<p>And rats.</p>","imageUrl":"","features":[],"template":"","featuredOnHome":false,"hidden":true,"updatedAt":"2026-03-02T15:28:05.678901Z"}'),
    (11, 'service', 'order', 10, 1772465465678901, 0, '', 'start', '{"ids":[1,2]}'),
    (12, 'service', 'order', 10, 1772465465678901, 7, 'Rosa M.', 'reorder', '{"ids":[2,1]}'),
    (13, 'service', '3', 11, 1772465645678901, 7, 'Rosa M.', 'create', '{"id":3,"name":"Ants","slug":"ants","shortDescription":"Ants.","fullDescription":"<p>Ants.</p>","imageUrl":"","features":[],"template":"","featuredOnHome":false,"hidden":false,"updatedAt":"2026-03-02T15:32:05.678901Z"}'),
    (14, 'service', '3', 12, 1772465705678901, 7, 'Rosa M.', 'delete', '{"id":3,"name":"Ants","slug":"ants","shortDescription":"Ants.","fullDescription":"<p>Ants.</p>","imageUrl":"","features":[],"template":"","featuredOnHome":false,"hidden":false,"updatedAt":"2026-03-02T15:32:05.678901Z","position":3}'),
    (15, 'post', '1', 13, 1772465945678901, 7, 'Rosa M.', 'create', '{"id":1,"title":"Swarms","slug":"old-swarms","excerpt":"Short.","content":"1. First\n\n- a\n- b","imageUrl":"/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA","publishedAt":"2026-03-02T15:36:05.678901Z","updatedAt":"2026-03-02T15:37:05.678901Z"}'),
    (16, 'post', '1', 14, 1772466125678901, 7, 'Rosa M.', 'update', '{"id":1,"title":"Swarms in spring","slug":"swarms","excerpt":"Short.","content":"1. First\n\n- a\n- b","imageUrl":"/objects/uploads/AAAAAAAAAAAAAAAAAAAAAAAAAA","publishedAt":"2026-03-02T15:36:05.678901Z","updatedAt":"2026-03-02T15:41:05.678901Z"}'),
    (17, 'post', '2', 15, 1772466365678901, 7, 'Rosa M.', 'create', '{"id":2,"title":"Fleas","slug":"fleas","excerpt":"Short.","content":"Text","imageUrl":"","publishedAt":"2026-03-02T15:43:05.678901Z","updatedAt":"2026-03-02T15:44:05.678901Z"}'),
    (18, 'post', '2', 16, 1772466425678901, 7, 'Rosa M.', 'delete', '{"id":2,"title":"Fleas","slug":"fleas","excerpt":"Short.","content":"Text","imageUrl":"","publishedAt":"2026-03-02T15:43:05.678901Z","updatedAt":"2026-03-02T15:44:05.678901Z"}'),
    (19, 'social-link', '1', 17, 1772466605678901, 7, 'Rosa M.', 'create', '{"id":1,"platform":"facebook","url":"https://facebook.com/pest","icon":"","active":true,"updatedAt":"2026-03-02T15:48:05.678901Z"}'),
    (20, 'social-link', '1', 18, 1772466725678901, 7, 'Rosa M.', 'update', '{"id":1,"platform":"facebook","url":"https://facebook.com/pest","icon":"","active":false,"updatedAt":"2026-03-02T15:51:05.678901Z"}'),
    (21, 'social-link', '2', 19, 1772466905678901, 7, 'Rosa M.', 'create', '{"id":2,"platform":"x","url":"https://x.com/pest","icon":"","active":true,"updatedAt":"2026-03-02T15:53:05.678901Z"}'),
    (22, 'social-link', 'order', 20, 1772466965678901, 0, '', 'start', '{"ids":[1,2]}'),
    (23, 'social-link', 'order', 20, 1772466965678901, 7, 'Rosa M.', 'reorder', '{"ids":[2,1]}'),
    (24, 'social-link', '3', 21, 1772467145678901, 7, 'Rosa M.', 'create', '{"id":3,"platform":"youtube","url":"https://youtube.com/pest","icon":"","active":true,"updatedAt":"2026-03-02T15:57:05.678901Z"}'),
    (25, 'social-link', '3', 22, 1772467205678901, 7, 'Rosa M.', 'delete', '{"id":3,"platform":"youtube","url":"https://youtube.com/pest","icon":"","active":true,"updatedAt":"2026-03-02T15:57:05.678901Z","position":3}'),
    (26, 'hours', 'monday', 23, 1772467325678901, 7, 'Rosa M.', 'create', '{"day":"monday","openTime":"8:00 AM","closeTime":"5:00 PM","isClosed":false,"updatedAt":"2026-03-02T16:01:05.678901Z"}'),
    (27, 'hours', 'sunday', 24, 1772467445678901, 7, 'Rosa M.', 'create', '{"day":"sunday","openTime":"","closeTime":"","isClosed":true,"updatedAt":"2026-03-02T16:03:05.678901Z"}'),
    (28, 'hours', 'monday', 25, 1772467565678901, 7, 'Rosa M.', 'update', '{"day":"monday","openTime":"9:00 AM","closeTime":"5:00 PM","isClosed":false,"updatedAt":"2026-03-02T16:05:05.678901Z"}'),
    (29, 'hours', 'tuesday', 25, 1772467565678901, 7, 'Rosa M.', 'create', '{"day":"tuesday","openTime":"9:00 AM","closeTime":"5:00 PM","isClosed":false,"updatedAt":"2026-03-02T16:05:05.678901Z"}'),
    (30, 'special-day', '1', 26, 1772467745678901, 7, 'Rosa M.', 'create', '{"id":1,"date":"2026-11-26","endDate":"2026-11-26","isClosed":true,"openTime":"","closeTime":"","label":"Thanksgiving","updatedAt":"2026-03-02T16:07:05.678901Z"}'),
    (31, 'special-day', '1', 27, 1772467865678901, 7, 'Rosa M.', 'update', '{"id":1,"date":"2026-11-26","endDate":"2026-11-27","isClosed":true,"openTime":"","closeTime":"","label":"Thanksgiving","updatedAt":"2026-03-02T16:10:05.678901Z"}'),
    (32, 'special-day', '2', 28, 1772468045678901, 7, 'Rosa M.', 'create', '{"id":2,"date":"2026-07-03","endDate":"2026-07-03","isClosed":true,"openTime":"9 AM","closeTime":"noon","label":"Trip","updatedAt":"2026-03-02T16:12:05.678901Z"}'),
    (33, 'special-day', '2', 29, 1772468105678901, 7, 'Rosa M.', 'delete', '{"id":2,"date":"2026-07-03","endDate":"2026-07-03","isClosed":true,"openTime":"9 AM","closeTime":"noon","label":"Trip","updatedAt":"2026-03-02T16:12:05.678901Z"}'),
    (34, 'company', 'company', 30, 1772468225678901, 7, 'Rosa M.', 'create', '{"name":"Hill County Pest Control","legalName":"Lone Oak Pest & Termite LLC","tagline":"Pest and termite control for Hillsboro and Hill County","phone":"(254) 555-0100","phoneE164":"+12545550100","email":"info@loneoakpest.example","portalUrl":"https://portal.loneoakpest.example/","street":"100 Example Street","town":"Hillsboro","county":"Hill County","state":"Texas","stateCode":"TX","postalCode":"76645","latitude":32.011,"longitude":-97.13,"timeZone":"America/Chicago","foundedYear":2021,"experience":"30 years of combined experience","guarantee":"100% satisfaction","license":"TPCL 0000000 (sample)","facebookUrl":"https://www.facebook.com/loneoakpest.example","mapUrl":"https://www.openstreetmap.org/export/embed.html?bbox=-97.45%2C31.80%2C-96.80%2C32.25&layer=mapnik&marker=32.0110%2C-97.1300","map":"embed","areasServed":["Hillsboro","Whitney","Itasca","Hubbard","Abbott","Covington","Blum","Malone","Mount Calm","Penelope"],"team":[{"name":"Sam Sample","role":"President & Partner","bio":"Sam runs the routes and writes the treatment plans. After years of crawling under pier-and-beam houses across Central Texas, Sam can tell a settled crack from a mud tube by flashlight, and explains which is which before talking about price.","imageUrl":"/art/portrait-1.svg"},{"name":"Pat Placeholder","role":"CEO & Partner","bio":"Pat answers the phone, keeps the schedule honest and trains every technician. Pat grew up in Hill County and started the company so that a call on Monday gets a person on the porch, not a ticket number.","imageUrl":"/art/portrait-2.svg"}],"chat":{"provider":"own"},"brand":{"main":"","accent":"","logo":"","icon":"","shareImage":""},"texts":{},"updatedAt":"2026-03-02T16:16:05.678901Z"}'),
    (35, 'company', 'company', 31, 1772468345678901, 7, 'Rosa M.', 'update', '{"name":"Hill County Pest Control","legalName":"Lone Oak Pest & Termite LLC","tagline":"Pest and termite control for Hillsboro and Hill County","phone":"(254) 555-0100","phoneE164":"+12545550100","email":"info@loneoakpest.example","portalUrl":"https://portal.loneoakpest.example/","street":"100 Example Street","town":"Hillsboro","county":"Hill County","state":"Texas","stateCode":"TX","postalCode":"76645","latitude":32.011,"longitude":-97.13,"timeZone":"America/Chicago","foundedYear":2021,"experience":"30 years of combined experience","guarantee":"100% satisfaction","license":"TPCL 0000000 (sample)","facebookUrl":"https://www.facebook.com/loneoakpest.example","mapUrl":"https://www.openstreetmap.org/export/embed.html?bbox=-97.45%2C31.80%2C-96.80%2C32.25&layer=mapnik&marker=32.0110%2C-97.1300","map":"embed","areasServed":["Hillsboro","Whitney","Itasca","Hubbard","Abbott","Covington","Blum","Malone","Mount Calm","Penelope"],"team":[{"name":"Sam Sample","role":"President & Partner","bio":"Sam runs the routes and writes the treatment plans. After years of crawling under pier-and-beam houses across Central Texas, Sam can tell a settled crack from a mud tube by flashlight, and explains which is which before talking about price.","imageUrl":"/art/portrait-1.svg"},{"name":"Pat Placeholder","role":"CEO & Partner","bio":"Pat answers the phone, keeps the schedule honest and trains every technician. Pat grew up in Hill County and started the company so that a call on Monday gets a person on the porch, not a ticket number.","imageUrl":"/art/portrait-2.svg"}],"chat":{"provider":"own"},"brand":{"main":"","accent":"","logo":"","icon":"","shareImage":""},"texts":{},"updatedAt":"2026-03-02T16:18:05.678901Z"}');
DELETE FROM images;
INSERT INTO images (id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts, texts_updated_at) VALUES
    ('AAAAAAAAAAAAAAAAAAAAAAAAAA', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'A termite', 'A termite on wood', 'image/jpeg', 900, 640, 480, 1772463905678901, 1, '', '[{"url":"/objects/images/AAAAAAAAAAAAAAAAAAAAAAAAAA/320.webp","mediaType":"image/webp","width":320,"height":240,"size":300}]', 0, 1772464145678901);
DELETE FROM image_addresses;
INSERT INTO image_addresses (address, image_id) VALUES
    ('AAAAAAAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAAAAAA');
DELETE FROM image_uses;
INSERT INTO image_uses (upload_id, kind, record_id) VALUES
    ('AAAAAAAAAAAAAAAAAAAAAAAAAA', 'service', 1),
    ('AAAAAAAAAAAAAAAAAAAAAAAAAA', 'post', 1);
UPDATE sqlite_sequence SET seq = 3 WHERE name = 'content_items';
UPDATE sqlite_sequence SET seq = 3 WHERE name = 'services';
UPDATE sqlite_sequence SET seq = 2 WHERE name = 'posts';
UPDATE sqlite_sequence SET seq = 3 WHERE name = 'social_links';
UPDATE sqlite_sequence SET seq = 2 WHERE name = 'special_days';
UPDATE sqlite_sequence SET seq = 35 WHERE name = 'versions';
