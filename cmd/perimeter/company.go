package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/store"
)

// companyCommands copy the facts about the company from and to a site file.
type companyCommands struct {
	Export companyExportCommand `cmd:"" help:"Write the facts about the company to a site file."`
	Import companyImportCommand `cmd:"" help:"Replace the facts about the company with those of a site file."`
}

type companyExportCommand struct {
	dataFlags
	File string `arg:"" help:"File to write; - means standard output."`
}

func (c companyExportCommand) Run(ctx context.Context, s streams) error {
	return withCompany(ctx, c.dataFlags, mustExist, func(_ *store.Store, current *company.Company) error {
		record, err := current.Current(ctx)
		if err != nil {
			return err
		}
		file, err := record.File()
		if err != nil {
			return err
		}
		if c.File == "-" {
			_, err = s.out.Write(file)
			return err
		}
		_, err = replaceFile(c.File, func(w io.Writer) error {
			_, err := w.Write(file)
			return err
		})
		if err != nil {
			return fmt.Errorf("the site file was not written: %w", err)
		}
		fmt.Fprintf(s.out, "Wrote the facts about %s to %s.\n", record.Name, c.File)
		return nil
	})
}

type companyImportCommand struct {
	dataFlags
	File string `arg:"" help:"Site file to read." type:"existingfile"`
}

func (c companyImportCommand) Run(ctx context.Context, s streams) error {
	if c.Site != "" {
		return errors.New("with --site (PERIMETER_SITE) that file is in charge and nothing can be imported: leave it out")
	}
	document, err := readSiteFile(c.File)
	if err != nil {
		return err
	}
	return withCompany(ctx, c.dataFlags, mayCreate, func(db *store.Store, current *company.Company) error {
		current.FollowedBy(site.New(site.Config{Store: db.Site(), Company: current}).FollowCompany)
		if err := current.Import(ctx, record.By(record.CommandLine), document); err != nil {
			return err
		}
		fmt.Fprintf(s.out, "The site is now that of %s. A running server shows it within a second.\n", document.Name)
		missing, err := media.Missing(ctx, db.Media(), document.Images())
		if err != nil {
			return fmt.Errorf("the company was imported, but its pictures could not be looked for: %w", err)
		}
		for _, url := range missing {
			fmt.Fprintf(s.err, "This site has no picture %s. Upload it and choose it under Company; until then pages show the drawing that the site comes with.\n", url)
		}
		return nil
	})
}

// withCompany opens the store, runs fn and closes the store.
func withCompany(ctx context.Context, flags dataFlags, how store.Config, fn func(*store.Store, *company.Company) error) error {
	if !how.Existing && flags.lostDatabase() {
		return fmt.Errorf("%s: %w; restore the last backup, or choose another folder with --data", flags.Data, errLostDatabase)
	}
	file, err := flags.siteFile()
	if err != nil {
		return err
	}
	db, err := flags.openStore(ctx, how)
	if err != nil {
		return err
	}
	err = fn(db, company.New(company.Config{Store: db.Company(), File: file}))
	return errors.Join(err, db.Close())
}
