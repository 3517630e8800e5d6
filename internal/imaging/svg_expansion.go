package imaging

import "strings"

const (
	// maxExpanded is the most elements that a drawing may have after every
	// reference is replaced by what it refers to, as browsers do.
	maxExpanded = 250_000
	// maxExpansionDepth is how deep elements and references may be nested.
	maxExpansionDepth = 500
)

// drawing is the tree of a drawing's elements with their references. A few nested
// references can stand for billions of elements, so they are counted.
type drawing struct {
	elements []svgElement
	path     []int // the open elements
	ids      map[string]int
	sheet    map[string][]reference // references in style rules, by selectorKey
	rules    map[string]ruleCost    // their costs, as far as known

	ruleCount, ruleReferences int
}

type svgElement struct {
	children []int
	refs     []reference
	keys     []string // what rules may select it by
	vertices int64    // places for markers

	cost    int64 // elements after expansion, or 0 if not yet known
	visited bool
}

// reference is a reference to an element by its id.
type reference struct {
	id        string
	perVertex bool // drawn at each vertex of a path
}

// references makes references out of the ids in the value of a property.
func references(property string, ids []string) []reference {
	refs := make([]reference, len(ids))
	for i, id := range ids {
		refs[i] = reference{id, property == "marker" || property == "marker-mid"}
	}
	return refs
}

func newDrawing() *drawing {
	return &drawing{ids: map[string]int{}, sheet: map[string][]reference{}, rules: map[string]ruleCost{}}
}

// open adds an element inside the open one.
func (d *drawing) open(name string) {
	index := len(d.elements)
	element := svgElement{keys: []string{anyElement, name}}
	if svgUndrawn[name] || strings.HasPrefix(name, "fe") {
		element.keys = nil
	}
	d.elements = append(d.elements, element)
	if len(d.path) > 0 {
		parent := &d.elements[d.path[len(d.path)-1]]
		parent.children = append(parent.children, index)
	}
	d.path = append(d.path, index)
}

func (d *drawing) close() { d.path = d.path[:len(d.path)-1] }

// current returns the open element. The pointer is valid until the next open.
func (d *drawing) current() *svgElement { return &d.elements[d.path[len(d.path)-1]] }

// identify names the open element. Of several elements with one id, the first
// counts, as in browsers.
func (d *drawing) identify(id string) {
	if _, found := d.ids[id]; !found {
		d.ids[id] = d.path[len(d.path)-1]
	}
	d.current().keys = append(d.current().keys, "#"+id)
}

// checkExpansion refuses drawings whose references expand to too many elements.
func (d *drawing) checkExpansion() error {
	_, err := d.cost(0, 0)
	return err
}

// cost returns how many elements an element stands for.
func (d *drawing) cost(index, depth int) (int64, error) {
	e := &d.elements[index]
	if e.cost > 0 {
		return e.cost, nil
	}
	if e.visited {
		return 0, unsafeSVG("parts that contain themselves")
	}
	if depth > maxExpansionDepth {
		return 0, unsafeSVG("parts that are nested too deeply")
	}
	e.visited = true
	total := int64(1)
	for _, child := range e.children {
		cost, err := d.cost(child, depth+1)
		if err != nil {
			return 0, err
		}
		total += cost
	}
	own, err := d.referenceCost(e.refs, depth)
	if err != nil {
		return 0, err
	}
	total += own.of(e)
	for _, key := range e.keys {
		rule, known := d.rules[key]
		if !known {
			if rule, err = d.referenceCost(d.sheet[key], depth); err != nil {
				return 0, err
			}
			d.rules[key] = rule
		}
		total += rule.of(e)
	}
	if total > maxExpanded {
		return 0, unsafeSVG("parts that are repeated too often")
	}
	e.cost = total
	return total, nil
}

// ruleCost is the cost of a list of references, drawn once or at each vertex.
type ruleCost struct{ once, perVertex int64 }

func (c ruleCost) of(e *svgElement) int64 { return c.once + c.perVertex*max(1, e.vertices) }

func (d *drawing) referenceCost(refs []reference, depth int) (ruleCost, error) {
	var total ruleCost
	for _, ref := range refs {
		target, found := d.ids[ref.id]
		if !found {
			continue
		}
		cost, err := d.cost(target, depth+1)
		if err != nil {
			return ruleCost{}, err
		}
		if ref.perVertex {
			total.perVertex += cost
		} else {
			total.once += cost
		}
	}
	return total, nil
}

// countVertices estimates the vertices of a path or polygon: two numbers each.
func countVertices(numbers string) int64 {
	n, inside := int64(0), false
	for _, r := range numbers {
		digit := strings.ContainsRune("0123456789.", r)
		if digit && !inside {
			n++
		}
		inside = digit
	}
	return n/2 + 1
}
